package dev.gatehouse.http.stages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.IdempotencyKeys.Outcome;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests repeated with the same Idempotency-Key. */
class IdempotencyTest {
  @RegisterExtension
  static final TestNode NODE = new TestNode().with("SECURITY_TRUSTED_PROXIES", "127.0.0.0/8");

  @Test
  void replaysReplyForSameKeyAndBody() {
    long before = total();
    Client.Reply first = notify("key-1", "once");
    Client.Reply second = notify("key-1", "once");
    first.expect(200);
    second.expect(200);
    assertArrayEquals(first.bytes(), second.bytes());
    assertNull(first.header("Idempotent-Replayed"));
    assertEquals("true", second.header("Idempotent-Replayed"));
    assertEquals(before + 1, total());
  }

  @Test
  void rejectsReusedKeyWithDifferentBody() {
    notify("key-2", "one");
    Client.Reply reply = notify("key-2", "two").expect(400);
    assertEquals("this Idempotency-Key was used with another body", reply.error());
  }

  @Test
  void executesRequestAgainForDifferentKey() {
    assertNotEquals(notify("key-3a", "same").text(), notify("key-3b", "same").text());
  }

  @Test
  void separatesKeysByAddress() {
    assertNull(hire("203.0.113.1").header("Idempotent-Replayed"));
    assertNull(hire("203.0.113.2").header("Idempotent-Replayed"));
    assertEquals("true", hire("203.0.113.1").header("Idempotent-Replayed"));
  }

  @Test
  void separatesKeysByVisitorToken() {
    Client client = NODE.client();
    String code = client.dailyCode();
    String one = client.token(code);
    String other = client.token(code);
    assertNull(visit(one).header("Idempotent-Replayed"));
    assertNull(visit(other).header("Idempotent-Replayed"));
    assertEquals("true", visit(one).header("Idempotent-Replayed"));
  }

  /** A revoked key's name is free for another key, which must not get the old key's replies. */
  @Test
  void separatesKeysOfReusedNames() {
    String owner = NODE.token(TestNode.CODE);
    String first = newKey(owner);
    assertNull(notifyBy(first).header("Idempotent-Replayed"));
    assertEquals("true", notifyBy(first).header("Idempotent-Replayed"));
    NODE.request("DELETE", "/api/proxy/keys/a").token(owner).expect(200);
    assertNull(notifyBy(newKey(owner)).header("Idempotent-Replayed"));
  }

  private static String newKey(String owner) {
    return NODE.request("POST", "/api/proxy/keys")
        .token(owner)
        .json(JsonObject.of("name", "a"))
        .expect(201)
        .json()
        .getString("key");
  }

  private static Client.Reply notifyBy(String key) {
    return NODE.request("POST", "/api/proxy/notify")
        .key(key)
        .header("Idempotency-Key", "reused-name")
        .json(JsonObject.of("title", "same", "body", "b"))
        .send();
  }

  @Test
  void forgetsKeyAfterOneDay() {
    Client.Reply first = notify("key-5", "same");
    NODE.clock.advance(Duration.ofHours(23));
    assertEquals(first.text(), notify("key-5", "same").text());
    NODE.clock.advance(Duration.ofHours(2));
    assertNotEquals(first.text(), notify("key-5", "same").text());
  }

  @Test
  void replaysRejection() {
    assertEquals(email("key-6").expect(400).text(), email("key-6").text());
  }

  @Test
  void executesOneOfConcurrentRequests() throws Exception {
    long before = total();
    List<Integer> statuses = Concurrently.times(20, i -> notify("key-7", "at once").status());
    assertTrue(List.of(200, 409).containsAll(statuses), statuses::toString);
    assertEquals(before + 1, total());
    notify("key-7", "at once").expect(200);
  }

  /** The response is not 409, because this same request booked the time. */
  @Test
  void replaysBookingInsteadOfConflict() {
    Client.Reply first = book("key-8", "2035-01-01T10:00:00").expect(201);
    assertArrayEquals(first.bytes(), book("key-8", "2035-01-01T10:00:00").bytes());
    book("key-9", "2035-01-01T10:00:00").expect(409, "slot_taken");
  }

  private static Client.Request request(String key, String body) {
    return NODE.request("POST", "/api/proxy/notify")
        .header("Idempotency-Key", key)
        .json(JsonObject.of("title", "t", "body", body));
  }

  private static Client.Reply notify(String key, String body) {
    return request(key, body).key(TestNode.KEY).send();
  }

  private static Client.Reply book(String key, String start) {
    JsonObject event =
        JsonObject.of("title", "Call", "description", "")
            .mergeIn(Samples.times(start, start.replace("T10", "T11")));
    return NODE.request("POST", "/api/proxy/calendar/create-event")
        .header("Idempotency-Key", key)
        .key(TestNode.KEY)
        .json(JsonObject.of("eventData", event))
        .send();
  }

  private static Client.Reply hire(String address) {
    return hired(NODE.request("POST", "/api/proxy/hire/send").header("X-Forwarded-For", address));
  }

  private static Client.Reply visit(String token) {
    return hired(NODE.request("POST", "/api/proxy/hire/send").token(token));
  }

  private static Client.Reply hired(Client.Request request) {
    return request
        .header("Idempotency-Key", "key-4")
        .json(JsonObject.of("subject", "s", "body", "b"))
        .expect(200);
  }

  /** Sends an email that the area rejects, not the contract. */
  private static Client.Reply email(String key) {
    return NODE.request("POST", "/api/proxy/email/send")
        .header("Idempotency-Key", key)
        .key(TestNode.KEY)
        .json(JsonObject.of("to", "a..b@example.org", "subject", "s", "body", "b"))
        .send();
  }

  private static long total() {
    JsonObject listed = NODE.owner("GET", "/api/proxy/notifications").answer();
    return Samples.<Integer>at(listed, "/data/pagination/total");
  }

  /** Stored errors of this release and of others. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          409, slot_taken,         startTime, SLOT_TAKEN
          409, -,                  -,         CONFLICT
          400, of_a_later_release, title,     REQUEST_INVALID
          504, outcome_unknown,    -,         OUTCOME_UNKNOWN
          504, -,                  -,         OUTCOME_UNKNOWN
          """)
  void keepsItsCodeOrGetsTheCodeOfItsStatus(int status, String wire, String param, ErrorCode code) {
    ApiError expected = ApiError.of(code, param, "a sentence");
    assertEquals(expected, Idempotency.failure(new Outcome(status, "a sentence", wire, param)));
  }
}
