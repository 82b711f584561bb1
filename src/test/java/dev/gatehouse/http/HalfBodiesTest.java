package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bodies that arrive in part hold only what has arrived, and never what other clients need. */
class HalfBodiesTest {
  private static final String BODIES = "gatehouse_http_in_flight{kind=\"body_bytes\"}";
  private static final String JSON = "Content-Type: application/json";
  private static final String CHUNKED = "Transfer-Encoding: chunked";
  private static final String OWNER = "X-API-Key: " + TestNode.KEY;
  private static final int PART = 40_000;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("HTTP_MAX_BODY_BYTES", "4MB")
          .with("HTTP_MAX_UPLOADS", "16");

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

  private static String from(String address) {
    return "X-Forwarded-For: " + address;
  }

  @Test
  void chargesOnlyBytesThatHaveArrived() throws Exception {
    // Bodies of the test before may still be released.
    Waiting.until(() -> NODE.metric(BODIES) == 0);
    String address = from(NODE.freshAddress());
    for (int i = 0; i < 20; i++) {
      raw().send(RawClient.head("POST /services/DNA", address, JSON, "Content-Length: 1000000"));
    }
    assertTrue(NODE.metric(BODIES) == 0, "an announced length is no body");
    open.getFirst().send("{\"a\":\"" + "x".repeat(5_000));
    Waiting.until(() -> NODE.metric(BODIES) == 16_384);
  }

  @Test
  void loginWorksBeside64HalfBodies() throws Exception {
    String address = from(NODE.freshAddress());
    for (int i = 0; i < 64; i++) {
      raw()
          .send(
              RawClient.head("POST /services/DNA", address, JSON, "Content-Length: 1000000")
                  + "{\"a\":\""
                  + "x".repeat(PART));
    }
    Waiting.until(() -> NODE.metric(BODIES) > 900_000);
    assertTrue(NODE.metric(BODIES) <= 1 << 20, "the share of one address is a quarter");
    // The next body of the same address is refused, and its connection is closed.
    RawClient.Reply refused =
        raw()
            .send(
                RawClient.head("POST /services/DNA", address, JSON, CHUNKED)
                    + "19000\r\n{\"a\":\""
                    + "x".repeat(0x19000 - 6))
            .read()
            .expect(429, "share_exceeded");
    assertEquals("2", refused.header("Retry-After"));
    assertEquals("close", refused.header("Connection"));
    login(NODE.freshAddress()).expect(200);
  }

  @Test
  void loginWorksBesideHalfBodiesOfManyAddresses() throws Exception {
    for (int i = 0; i < 100; i++) {
      raw()
          .send(
              RawClient.head(
                      "POST /services/DNA",
                      from(NODE.freshAddress()),
                      JSON,
                      "Content-Length: 1000000")
                  + "{\"a\":\""
                  + "x".repeat(PART));
    }
    Waiting.until(() -> NODE.metric(BODIES) > 2_000_000);
    login(NODE.freshAddress()).expect(200);
  }

  @Test
  void loginWorksBesideOwnersChunkedBodies() throws Exception {
    for (int i = 0; i < 4; i++) {
      raw()
          .send(
              RawClient.head(
                      "POST /api/proxy/historical-data/X/bars",
                      from(NODE.freshAddress()),
                      OWNER,
                      JSON,
                      CHUNKED)
                  + "100000\r\n["
                  + " ".repeat(0xf0000));
    }
    Waiting.until(() -> NODE.metric(BODIES) > 2_500_000);
    login(NODE.freshAddress()).expect(200);
  }

  @Test
  void ownerUploadsBesideHalfUploadsOfFourAddresses() throws Exception {
    for (int a = 0; a < 4; a++) {
      String address = from(NODE.freshAddress());
      for (int i = 0; i < 4; i++) {
        raw()
            .send(
                RawClient.head("POST /services/DNA", address, Forms.TYPE, "Content-Length: 50000")
                    + Forms.part("dnaFile", "a.txt", new byte[] {'A'}));
      }
    }
    Waiting.until(() -> NODE.metric("gatehouse_http_in_flight{kind=\"uploads\"}") == 12);
    NODE.owner("POST", "/audio/upload").file("file", "mine.wav", Wavs.tone(10)).expect(201);
  }

  /** A form without files holds no upload permit, and a form that waits for payment neither. */
  @Test
  void shopSellsBesideHalfForms() throws Exception {
    for (int i = 0; i < 40; i++) {
      raw()
          .send(
              RawClient.head(
                      "POST /storefront/orders/" + "0".repeat(32),
                      from(NODE.freshAddress()),
                      Forms.TYPE,
                      "Content-Length: 1000")
                  + Forms.text("action", "pay"));
    }
    Waiting.until(() -> NODE.metric(BODIES) >= 40 * 1_024);
    assertEquals(0, NODE.metric("gatehouse_http_in_flight{kind=\"uploads\"}"));
    raw()
        .send(
            form(
                "POST /storefront/orders/" + "0".repeat(32),
                Forms.text("action", "pay") + "--b--\r\n"))
        .read()
        .expect(404);
  }

  private static String form(String line, String body) {
    return RawClient.head(
            line, from(NODE.freshAddress()), Forms.TYPE, "Content-Length: " + body.length())
        + body;
  }

  private static Client.Reply login(String address) {
    return NODE.request("POST", "/api/proxy/auth/validate-access")
        .header("X-Forwarded-For", address)
        .json(JsonObject.of("code", TestNode.CODE))
        .send();
  }
}
