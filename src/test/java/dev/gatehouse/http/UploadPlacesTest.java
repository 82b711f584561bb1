package dev.gatehouse.http;

import static dev.gatehouse.http.Forms.TYPE;
import static dev.gatehouse.http.Forms.head;
import static dev.gatehouse.http.Forms.part;
import static dev.gatehouse.http.Forms.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Permits for uploads. A slow upload loses its permit, and unknown clients cannot use all permits.
 * The period is long enough for two concurrent uploads on a busy machine.
 */
@Tag("slow")
class UploadPlacesTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("HTTP_MIN_UPLOAD_RATE", "64KB/5s").with("HTTP_MAX_UPLOADS", "2");

  @RegisterExtension
  static final TestNode ROOMY = new TestNode().with("HTTP_MIN_UPLOAD_RATE", "64KB/1s");

  @Test
  void abortsSlowUploadsAndReleasesPermits() throws Exception {
    int before = NODE.blobs().size();
    try (RawClient one = NODE.raw();
        RawClient two = NODE.raw();
        RawClient three = NODE.raw()) {
      one.send(head("Content-Length: 5000000"));
      two.send(head("Content-Length: 5000000"));
      String part = part("file", "slow.wav", Wavs.tone(500)).substring(0, 500);
      one.send(part);
      two.send(part);
      Waiting.until(() -> NODE.blobs().size() == before + 2);
      RawClient.Reply busy = three.send(head("Content-Length: 5000000")).read().expect(503);
      assertEquals("2", busy.header("Retry-After"));
      one.read().expect(408);
      two.read().expect(408);
    }
    Waiting.until(() -> NODE.blobs().size() <= before);
    Waiting.until(() -> upload("after.wav", Wavs.tone(500)).status() == 201);
  }

  /** Every client may upload DNA, and these uploads must not block the owner's. */
  @Test
  void reservesUploadPermitForOwner() throws Exception {
    int before = NODE.blobs().size();
    String part = part("dnaFile", "a.txt", "ATCG".getBytes(StandardCharsets.US_ASCII));
    String dna = RawClient.head("POST /services/DNA", TYPE, "Content-Length: 5000") + part;
    try (RawClient one = NODE.raw();
        RawClient two = NODE.raw()) {
      one.send(dna);
      Waiting.until(() -> NODE.blobs().size() == before + 1);
      two.send(dna).read().expect(429);
      upload("owners.wav", Wavs.tone(10)).expect(201);
      one.read().expect(408);
    }
    // The permit is released when the request ends, a moment after the response.
    String cut = dna.replace("5000", Integer.toString(part.length()));
    Waiting.until(() -> NODE.exchange(cut).status() == 400);
    Waiting.until(() -> NODE.blobs().size() == before + 1);
  }

  private static List<String> aroundTheFile() {
    String file = part("file", "held.wav", Wavs.tone(500));
    return List.of(
        "",
        "preamble",
        "--b\r\nContent-Disp",
        text("more", "x").substring(0, 50),
        file + "--b--\r\n",
        file + "--b\r\nCont");
  }

  /**
   * Otherwise a client could keep a permit indefinitely by sending one byte per minute outside its
   * file. All clients send slowly at the same time, so the test takes one period.
   */
  @Test
  void abortsUploadsThatAreSlowOutsideTheFile() throws Exception {
    List<String> starts = aroundTheFile();
    List<RawClient> clients = new ArrayList<>();
    try {
      for (String start : starts) {
        clients.add(ROOMY.raw().send(head("Content-Length: 5000000") + start));
      }
      for (int i = 0; i < starts.size(); i++) {
        RawClient.Reply reply = clients.get(i).read();
        assertEquals(408, reply.status(), starts.get(i) + ": " + reply.text());
        assertEquals("close", reply.header("Connection"), starts.get(i));
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
    Waiting.until(() -> ROOMY.blobs().isEmpty());
  }

  private static Client.Reply upload(String name, byte[] wav) {
    return NODE.owner("POST", "/audio/upload").file("file", name, wav).send();
  }
}
