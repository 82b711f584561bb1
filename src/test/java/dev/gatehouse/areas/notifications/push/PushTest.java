package dev.gatehouse.areas.notifications.push;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.security.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subscriptions and deliveries to a push service on loopback. */
class PushTest {
  private static final PushService SERVICE = new PushService(Duration.ofMillis(5));

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("PUSH_PRIVATE_NETWORKS=true PUSH_PARALLEL=4 OWNER_EMAIL=owner@example.org");

  @RegisterExtension final PushCaller caller = new PushCaller(NODE, SERVICE);

  @Test
  void sendsMessageReadableByBrowser() throws Exception {
    PushSubscriber browser = PushSubscriber.fresh();
    caller.subscribe(browser, SERVICE.endpoint("201", "reader"));
    String body = "body €🎵 " + "x".repeat(9_000);
    JsonObject data = caller.notify("Title", body);
    assertTrue(data.getBoolean("pushSent"));
    assertEquals(1, data.getInteger("pushCount"));
    assertNull(data.getString("pushError"));

    PushService.Message message = SERVICE.messages().getFirst();
    assertTrue(message.body().length <= 4_096, "length " + message.body().length);
    assertTrue(message.body().length > 3_900, "as much as goes in: " + message.body().length);
    assertEquals("aes128gcm", message.headers().get("content-encoding"));
    assertEquals("86400", message.headers().get("ttl"));
    JsonObject payload = new JsonObject(browser.open(message.body()));
    assertEquals(data.getString("id"), payload.getString("id"));
    assertEquals("Title", payload.getString("title"));
    assertTrue(body.startsWith(payload.getString("body")));
    assertTrue(payload.getBoolean("truncated"));
    signedByUs(browser, message);
  }

  /** The VAPID token verifies under the key that pages get. */
  private static void signedByUs(PushSubscriber browser, PushService.Message message)
      throws Exception {
    String shown = NODE.get("/api/proxy/push/key").json().getString("publicKey");
    String[] parts = message.headers().get("authorization").split("[ ,=]+");
    assertEquals("vapid", parts[0]);
    String token = parts[Arrays.asList(parts).indexOf("t") + 1];
    assertEquals(shown, parts[Arrays.asList(parts).indexOf("k") + 1]);
    String[] jwt = token.split("\\.");
    ECPublicKey key = browser.publicKey(Base64.getUrlDecoder().decode(shown));
    Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
    verifier.initVerify(key);
    verifier.update((jwt[0] + "." + jwt[1]).getBytes(StandardCharsets.US_ASCII));
    assertTrue(verifier.verify(Base64.getUrlDecoder().decode(jwt[2])));
    var claims =
        new JsonObject(new String(Base64.getUrlDecoder().decode(jwt[1]), StandardCharsets.UTF_8));
    assertEquals("mailto:owner@example.org", claims.getString("sub"));
    assertTrue(SERVICE.endpoint("201", "x").startsWith(claims.getString("aud")));
  }

  /**
   * The push service's response, then: delivered, error, whether the subscription is kept,
   * attempts.
   */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "201,1,-,true,1",
        "200,1,-,true,1",
        "204,1,-,true,1",
        "404,0,-,false,1",
        "410,0,-,false,1",
        "400,0,127.0.0.1 answered 400,true,1",
        "403,0,127.0.0.1 answered 403,true,1",
        "302,0,127.0.0.1 answered 302,true,1",
        "413-201,1,-,true,2",
        "413,0,127.0.0.1 answered 413,true,2",
        "429-201,1,-,true,2",
        "429,0,127.0.0.1 answered 429,true,2",
        "429before-201,1,-,true,2",
        "429later-201,0,127.0.0.1 answered 429,true,1",
        "500-201,1,-,true,2",
        "503,0,127.0.0.1 answered 503,true,2"
      })
  void answers(String answer, int count, String error, boolean stays, int tries) {
    String endpoint = SERVICE.endpoint(answer, "row");
    caller.subscribe(PushSubscriber.fresh(), endpoint);
    JsonObject data = caller.notify("t", "b".repeat(5_000));
    assertEquals(count, data.getInteger("pushCount"));
    assertEquals(count > 0, data.getBoolean("pushSent"));
    assertEquals(error, data.getString("pushError"));
    assertEquals(tries, SERVICE.messages().size());
    if (answer.startsWith("413")) {
      assertTrue(SERVICE.messages().getLast().body().length < 2_200);
    }
    caller
        .request("DELETE", "/api/proxy/push/subscriptions", caller.subscribed().getFirst())
        .expect(stays ? 200 : 404);
  }

  /** An endpoint is checked at each delivery too, because its address may have changed. */
  @Test
  void rechecksStoredEndpointOnDelivery() throws IOException {
    caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("201", "reader"));
    assertEquals(1, caller.notify("t", "b").getInteger("pushCount"));
    NODE.with("PUSH_PRIVATE_NETWORKS", "false").restart();
    JsonObject refused = caller.notify("t", "b");
    assertFalse(refused.getBoolean("pushSent"));
    assertEquals(0, refused.getInteger("pushCount"));
    assertEquals("endpoint must begin with https://", refused.getString("pushError"));
    assertEquals(1, SERVICE.messages().size(), "nothing went there");
    NODE.with("PUSH_PRIVATE_NETWORKS", "true").restart();
    assertEquals(1, caller.notify("t", "b").getInteger("pushCount"), "the subscription is kept");
  }

  @Test
  void countsSuccessesAndReportsRejection() {
    caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("201", "one"));
    caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("201", "two"));
    caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("403", "three"));
    caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("410", "four"));
    JsonObject data = caller.notify("t", "b");
    assertEquals(2, data.getInteger("pushCount"));
    assertTrue(data.getBoolean("pushSent"));
    assertEquals("127.0.0.1 answered 403", data.getString("pushError"));
  }

  @Test
  void returnsZeroCountWithoutSubscriptions() {
    JsonObject data = caller.notify("t", "b");
    assertEquals(0, data.getInteger("pushCount"));
    assertEquals(false, data.getBoolean("pushSent"));
    assertNull(data.getString("pushError"));
  }

  @ParameterizedTest
  @CsvSource({
    "p256dh,not-a-key",
    "auth,short",
    "p256dh,BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  })
  void rejectsInvalidSubscriptionKeys(String field, String value) {
    JsonObject browser = PushSubscriber.fresh().subscription(SERVICE.endpoint("201", "bad"));
    browser.getJsonObject("keys").put(field, value);
    caller.request("POST", "/api/proxy/push/subscriptions", browser).expect(400);
  }

  @Test
  void returnsPushCountOfTestMessage() {
    caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("201", "tested"));
    Client.Reply reply = NODE.owner("POST", "/api/proxy/push/test").expect(200);
    assertEquals(1, reply.json().getInteger("pushCount"));
  }

  @Test
  void limitsConcurrentDeliveries() {
    for (int i = 0; i < 20; i++) {
      caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("201", "many" + i));
    }
    assertEquals(20, caller.notify("t", "b").getInteger("pushCount"));
    assertTrue(SERVICE.max() <= 4, "at once: " + SERVICE.max());
  }

  /** Uses two hosts, because the client limits its connections per host anyway. */
  @Test
  void limitsConcurrentDeliveriesAcrossMessages() throws Exception {
    for (int i = 0; i < 12; i++) {
      String endpoint = SERVICE.endpoint("201", "together" + i);
      caller.subscribe(
          PushSubscriber.fresh(),
          i % 2 == 0 ? endpoint : endpoint.replace("127.0.0.1", "localhost"));
    }
    Concurrently.times(4, i -> caller.notify("t", "b"));
    assertEquals(48, SERVICE.messages().size());
    assertTrue(SERVICE.max() <= 4, "at once: " + SERVICE.max());
  }

  @Test
  void decryptsRfc8291Example() throws Exception {
    ECPublicKey own =
        PushSubscriber.fresh()
            .publicKey(
                decoded(
                    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"));
    var scalar = new BigInteger(1, decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"));
    var browser =
        new PushSubscriber(
            KeyFactory.getInstance("EC")
                .generatePrivate(new ECPrivateKeySpec(scalar, own.getParams())),
            own,
            decoded("BTBZMqHH6r4Tts7J_aSIgg"));
    assertEquals(
        "When I grow up, I want to be a watermelon",
        browser.open(
            decoded(
                "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
                    + "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyou"
                    + "BWLVWGNWQexSgSxsj_Qulcy4a-fN")));
  }

  private static byte[] decoded(String text) {
    return Base64.getUrlDecoder().decode(text);
  }
}
