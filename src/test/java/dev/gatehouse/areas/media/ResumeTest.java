package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ResumeTest {
  private static final byte[] PDF = bytes("%PDF-1.7\n" + "x".repeat(70_000) + "\n%%EOF\n");

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("MEDIA_RESUME_NAME", "Jané \"Doe\".pdf");

  @Test
  @Order(1)
  void returns404WithoutResume() {
    download().expect(404);
  }

  @ParameterizedTest
  @Order(2)
  @CsvSource({
    "application/pdf, %PDF, 415",
    "application/pdf, '', 415",
    "application/pdf, <html>, 415",
    "text/html, %PDF-1.7, 415"
  })
  void rejectsInvalidUploads(String type, String body, int status) {
    NODE.owner("PUT", "/api/proxy/resume").body(type, bytes(body)).expect(status);
    download().expect(404);
  }

  @Test
  @Order(3)
  void servesTheResumeWithItsName() {
    put(TestNode.KEY).expect(200);
    Client.Reply reply = download().expect(200);
    assertArrayEquals(PDF, reply.bytes());
    assertEquals("application/pdf", reply.header("Content-Type"));
    assertEquals(
        "attachment; filename=\"Jan_ _Doe_.pdf\"; filename*=UTF-8''Jan%C3%A9%20%22Doe%22.pdf",
        reply.header("Content-Disposition"));
  }

  /** Acrobat and poppler read a header within the first 1,024 bytes. */
  @ParameterizedTest
  @Order(4)
  @CsvSource({"1, 200", "1019, 200", "1020, 415", "5000, 415"})
  void findsHeaderBehindOtherBytes(int before, int status) {
    byte[] pdf = bytes("\n".repeat(before) + "%PDF-1.7\n%%EOF\n");
    NODE.owner("PUT", "/api/proxy/resume").body("application/pdf", pdf).expect(status);
    if (status == 200) {
      assertArrayEquals(pdf, download().bytes());
    }
  }

  /** A POST is no reading: a range makes it no less than the file, a condition forbids it. */
  @Test
  @Order(4)
  void ignoresRangeOnPost() {
    put(TestNode.KEY);
    Client.Reply reply =
        NODE.owner("POST", "/api/proxy/resume/download")
            .header("Range", "bytes=0-3")
            .body("application/json", bytes("{}"))
            .expect(200);
    assertArrayEquals(PDF, reply.bytes());
    assertNull(reply.header("Accept-Ranges"));
    assertEquals(200, download().status(), "the connection is still good");
    Client.Request conditional = NODE.request("POST", "/api/proxy/resume/download");
    conditional.key(TestNode.KEY).header("If-None-Match", "*").expect(412);
  }

  @Test
  @Order(5)
  void returns502ForMissingFile() throws IOException {
    put(TestNode.KEY);
    for (Path file : NODE.blobs()) {
      Files.delete(file);
    }
    download().expect(502);
    put(TestNode.KEY);
    download().expect(200);
  }

  private Client.Reply put(String key) {
    Client.Request request = NODE.request("PUT", "/api/proxy/resume").body("application/pdf", PDF);
    return (key == null ? request : request.key(key)).send();
  }

  private Client.Reply download() {
    return NODE.request("POST", "/api/proxy/resume/download")
        .token(NODE.token(TestNode.CODE))
        .send();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
