package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bodies that arrive in part hold only what has arrived, and never what other clients need. */
class HalfBodiesTest {
  private static final String BODIES = "gatehouse_http_in_flight{kind=\"body_bytes\"}";
  private static final String JSON = "Content-Type: application/json";
  private static final String CHUNKED = "Transfer-Encoding: chunked";
  private static final String OWNER = "X-API-Key: " + TestNode.KEY;
  private static final String DNA = "POST /services/DNA";
  private static final String LENGTH = "Content-Length: 1000000";
  private static final String HALF = "{\"a\":\"" + "x".repeat(40_000);
  private static final String PAY = "POST /storefront/orders/" + "0".repeat(32);

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().behindProxy().with("HTTP_MAX_BODY_BYTES=4MB HTTP_MAX_UPLOADS=16");

  private final List<RawClient> open = new ArrayList<>();

  @AfterEach
  void closeAll() throws IOException {
    for (RawClient client : open) {
      client.close();
    }
  }

  private RawClient raw() throws IOException {
    RawClient client = NODE.raw();
    open.add(client);
    return client;
  }

  /** Sends a head and the start of a body. */
  private RawClient half(String start, String line, String... headers) throws IOException {
    return raw().send(RawClient.head(line, headers) + start);
  }

  private static String from(String address) {
    return "X-Forwarded-For: " + address;
  }

  @Test
  void chargesOnlyBytesThatHaveArrived() throws Exception {
    // Bodies of the test before may still be released.
    Waiting.until(() -> NODE.metric(BODIES) == 0);
    String address = from(NODE.freshAddress());
    for (int i = 0; i < 20; i++) {
      half("", DNA, address, JSON, LENGTH);
    }
    assertTrue(NODE.metric(BODIES) == 0, "an announced length is no body");
    open.getFirst().send("{\"a\":\"" + "x".repeat(5_000));
    Waiting.until(() -> NODE.metric(BODIES) == 16_384);
  }

  @Test
  void loginWorksBeside64HalfBodies() throws Exception {
    String address = from(NODE.freshAddress());
    for (int i = 0; i < 64; i++) {
      half(HALF, DNA, address, JSON, LENGTH);
    }
    Waiting.until(() -> NODE.metric(BODIES) > 900_000);
    assertTrue(NODE.metric(BODIES) <= 1 << 20, "the share of one address is a quarter");
    // The next body of the same address is refused, and its connection is closed.
    String chunk = "19000\r\n{\"a\":\"" + "x".repeat(0x19000 - 6);
    RawClient.Reply refused =
        half(chunk, DNA, address, JSON, CHUNKED).read().expect(429, "share_exceeded");
    assertEquals("2", refused.header("Retry-After"));
    assertEquals("close", refused.header("Connection"));
    login(NODE.freshAddress()).expect(200);
  }

  @Test
  void loginWorksBesideHalfBodiesOfManyAddresses() throws Exception {
    for (int i = 0; i < 100; i++) {
      half(HALF, DNA, from(NODE.freshAddress()), JSON, LENGTH);
    }
    Waiting.until(() -> NODE.metric(BODIES) > 2_000_000);
    login(NODE.freshAddress()).expect(200);
  }

  @Test
  void loginWorksBesideOwnersChunkedBodies() throws Exception {
    for (int i = 0; i < 4; i++) {
      String chunk = "100000\r\n[" + " ".repeat(0xf0000);
      String line = "POST /api/proxy/historical-data/X/bars";
      half(chunk, line, from(NODE.freshAddress()), OWNER, JSON, CHUNKED);
    }
    Waiting.until(() -> NODE.metric(BODIES) > 2_500_000);
    login(NODE.freshAddress()).expect(200);
  }

  @Test
  void ownerUploadsBesideHalfUploadsOfFourAddresses() throws Exception {
    for (int a = 0; a < 4; a++) {
      String address = from(NODE.freshAddress());
      for (int i = 0; i < 4; i++) {
        String start = Forms.part("dnaFile", "a.txt", new byte[] {'A'});
        half(start, DNA, address, Forms.TYPE, "Content-Length: 50000");
      }
    }
    Waiting.until(() -> NODE.metric("gatehouse_http_in_flight{kind=\"uploads\"}") == 12);
    NODE.owner("POST", "/audio/upload").file("file", "mine.wav", Wavs.tone(10)).expect(201);
  }

  /** A form without files holds no upload permit, and a form that waits for payment neither. */
  @Test
  void shopSellsBesideHalfForms() throws Exception {
    for (int i = 0; i < 40; i++) {
      String start = Forms.text("action", "pay");
      half(start, PAY, from(NODE.freshAddress()), Forms.TYPE, "Content-Length: 1000");
    }
    Waiting.until(() -> NODE.metric(BODIES) >= 40 * 1_024);
    assertEquals(0, NODE.metric("gatehouse_http_in_flight{kind=\"uploads\"}"));
    String form = Forms.text("action", "pay") + "--b--\r\n";
    String length = "Content-Length: " + form.length();
    half(form, PAY, from(NODE.freshAddress()), Forms.TYPE, length).read().expect(404);
  }

  private static Client.Reply login(String address) {
    return NODE.login(TestNode.CODE).from(address).send();
  }
}
