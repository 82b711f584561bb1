package dev.gatehouse.store.s3;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.S3Server;
import dev.gatehouse.S3Simulator;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import dev.gatehouse.store.blobs.BlobsAwayException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Raw files by presigned URLs of the object store, which a node reaches over TLS. */
class S3LinksTest {

  @Order(1)
  @RegisterExtension
  static final S3Simulator STORE = new S3Simulator();

  private static final String SYMBOL = "/api/proxy/historical-data/RAW";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String FILE = SYMBOL + "/download";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("BLOBS_S3_URL", STORE.url())
          .with("BLOBS_S3_CERTIFICATE", STORE.certificate())
          .with("BLOBS_S3_PUBLIC_URL", STORE.clientsUrl())
          .with("BLOBS_S3_BUCKET", S3Server.BUCKET)
          .with("BLOBS_S3_ACCESS_KEY", S3Server.ACCESS_KEY)
          .with("BLOBS_S3_SECRET_KEY", S3Server.SECRET_KEY);

  private static byte[] bytes;

  @BeforeAll
  static void upload() {
    String csv = "timestamp,open,high,low,close\n2026-01-01T00:00:00Z,1,2,1,2\n";
    NODE.owner("PUT", SYMBOL).body("text/csv", csv).expect(200);
    Client.Reply whole = NODE.owner("GET", FILE).send();
    assertEquals(200, whole.status(), "who shows a credential shows it nobody else");
    bytes = whole.bytes();
  }

  private static HttpResponse<byte[]> fetch(URI address, String... headers) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(address);
      for (int i = 0; i < headers.length; i += 2) {
        request.header(headers[i], headers[i + 1]);
      }
      return http.send(request.build(), BodyHandlers.ofByteArray());
    }
  }

  @Test
  void redirectsToUrlSignedForFiveMinutes() throws Exception {
    Client.Reply reply = NODE.get(FILE).expect(302);
    assertEquals("no-store", reply.header("Cache-Control"));
    assertNull(reply.header("ETag"));
    assertNull(reply.header("Content-Disposition"));
    assertEquals(0, reply.bytes().length);
    String location = reply.header("Location");
    assertTrue(location.startsWith(STORE.clientsUrl() + "/" + S3Server.BUCKET + "/blobs/"));
    assertTrue(location.contains("X-Amz-Expires=300"), location);
    assertFalse(location.contains(S3Server.SECRET_KEY));

    HttpResponse<byte[]> there = fetch(URI.create(location));
    assertEquals(200, there.statusCode(), location);
    assertArrayEquals(bytes, there.body());
    assertEquals(
        "application/octet-stream", there.headers().firstValue("Content-Type").orElseThrow());
    assertTrue(
        there.headers().firstValue("Content-Disposition").orElseThrow().contains("RAW.parquet"));
    HttpResponse<byte[]> part = fetch(URI.create(location), "Range", "bytes=4-13");
    assertEquals(206, part.statusCode());
    assertArrayEquals(Arrays.copyOfRange(bytes, 4, 14), part.body());
    String other = location.replaceFirst("/blobs/", "/trash/");
    assertEquals(403, fetch(URI.create(other)).statusCode(), "signed for this one alone");
    assertEquals(403, fetch(URI.create(location.replace("=300", "=301"))).statusCode());
  }

  @Test
  void redirectsRangeRequests() {
    Client.Reply reply = NODE.request("GET", FILE).header("Range", "bytes=0-3").expect(302);
    assertNull(reply.header("Content-Range"));
  }

  @ParameterizedTest
  @CsvSource({
    "HEAD, X-Any, any, 200",
    "GET, If-None-Match, TAG, 304",
    "GET, If-Match, TAG, 200",
    "GET, If-Match, '\"other\"', 412",
    "GET, If-Range, TAG, 206",
    "GET, If-Range, '\"other\"', 200",
    "GET, X-API-Key, " + TestNode.KEY + ", 206",
  })
  void servesConditionalRequestsLocally(String method, String header, String value, int status) {
    String tag = NODE.request("HEAD", FILE).send().header("ETag");
    Client.Request request = NODE.request(method, FILE).header(header, value.replace("TAG", tag));
    if (!header.equals("If-None-Match") && method.equals("GET") && status != 200) {
      request.header("Range", "bytes=0-3");
    }
    Client.Reply reply = request.expect(status);
    if (status == 206) {
      assertArrayEquals(Arrays.copyOfRange(bytes, 0, 4), reply.bytes());
    } else if (method.equals("HEAD")) {
      assertEquals(Integer.toString(bytes.length), reply.header("Content-Length"));
    }
  }

  @Test
  void servesDecodedFilesLocally() {
    byte[] wav = Wavs.tone(500);
    NODE.owner("POST", "/audio/upload").file("file", "a.wav", wav).expect(201);
    assertArrayEquals(wav, NODE.get("/audio/a.wav").bytes());
    NODE.get(SYMBOL + "/csv").expect(200);
  }

  /** This takes the seconds until the client gives up. */
  @Test
  @Tag("slow")
  void rejectsUntrustedCertificate() throws Exception {
    try (var trusting = store(Optional.of(Path.of(STORE.certificate())), PATIENCE);
        var others = store(Optional.empty(), Duration.ofSeconds(2))) {
      trusting.look();
      assertThrows(BlobsAwayException.class, others::look);
    }
  }

  /** Otherwise a file's beginning would be served as its middle. */
  @Test
  void rejectsFullReplyToRangeRequest() throws Exception {
    try (var forgetful = new S3Simulator()) {
      var certificate = Optional.of(Path.of(forgetful.certificate()));
      var place = S3Server.location(forgetful.url(), certificate, S3Server.BUCKET, PATIENCE);
      try (var objects = S3Objects.of(place)) {
        objects.put("blobs/one", "0123456789");
        try (var range = objects.get("blobs/one", 4, 6)) {
          assertEquals("45", new String(range.readAllBytes(), StandardCharsets.UTF_8));
        }
        forgetful.forgetRanges();
        assertThrows(IOException.class, () -> objects.get("blobs/one", 4, 6));
      }
    }
  }

  private static S3Objects store(Optional<Path> trusted, Duration patience) {
    return S3Objects.of(S3Server.location(STORE.url(), trusted, S3Server.BUCKET, patience));
  }
}
