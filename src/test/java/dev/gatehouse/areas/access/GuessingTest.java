package dev.gatehouse.areas.access;

import static dev.gatehouse.areas.access.AtOnce.code;
import static dev.gatehouse.areas.access.AtOnce.info;
import static dev.gatehouse.areas.access.AtOnce.statuses;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many credentials at once, wrong ones and right ones. */
class GuessingTest {
  private static final int CALLERS = 30;
  private static final int JUDGED = 10;

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  @RepeatedTest(3)
  void verifiesTenOfThirtyConcurrentWrongCodes() throws Exception {
    String address = NODE.freshAddress();
    List<RawClient.Reply> replies = atOnce(n -> code("wrong-" + n, address));
    Map<Integer, Long> statuses = statuses(replies);
    assertEquals(JUDGED, statuses.get(401), statuses::toString);
    assertTrue(List.of(401, 403, 429).containsAll(statuses.keySet()), statuses::toString);
    long last = replies.stream().filter(reply -> reply.text().contains("\"banned\":true")).count();
    assertEquals(1, last);
    blocked(address);
  }

  @RepeatedTest(3)
  void countsMixedCredentialsTogether() throws Exception {
    String address = NODE.freshAddress();
    List<RawClient.Reply> replies =
        atOnce(n ->
            switch (n % 3) {
              case 0 -> code("wrong-" + n, address);
              case 1 -> info("X-API-Key: wrong-key-number-" + n, address);
              default -> info("Authorization: Bearer e30.e30.e" + n, address);
            });
    long judged =
        replies.stream()
            .filter(reply -> reply.status() == 401 || reply.text().contains("credential is wrong"))
            .count();
    assertEquals(JUDGED, judged, () -> statuses(replies).toString());
    assertTrue(List.of(401, 403, 429).containsAll(statuses(replies).keySet()));
    blocked(address);
  }

  @Test
  void acceptsConcurrentPermanentCodes() throws Exception {
    String address = NODE.freshAddress();
    List<RawClient.Reply> replies = atOnce(n -> code(TestNode.CODE, address));
    assertEquals(Map.of(200, 30L), statuses(replies));
    free(address);
  }

  @Test
  void acceptsConcurrentKeys() throws Exception {
    String address = NODE.freshAddress();
    List<RawClient.Reply> replies = atOnce(n -> info("X-API-Key: " + TestNode.KEY, address));
    assertEquals(Map.of(200, 30L), statuses(replies));
    free(address);
  }

  @RepeatedTest(3)
  void ignoresValidCodesWhenCountingAttempts() throws Exception {
    String address = NODE.freshAddress();
    List<RawClient.Reply> replies =
        atOnce(n -> code(n % 6 == 0 ? "wrong-" + n : TestNode.CODE, address));
    // On a busy machine the last waiting requests may get 429, but are never rejected.
    Map<Integer, Long> statuses = new TreeMap<>(statuses(replies));
    long unjudged = statuses.getOrDefault(429, 0L) + statuses.getOrDefault(503, 0L);
    statuses.keySet().removeAll(Set.of(429, 503));
    assertEquals(CALLERS, statuses.values().stream().mapToLong(n -> n).sum() + unjudged);
    assertTrue(Set.of(200, 401).containsAll(statuses.keySet()), statuses::toString);
    assertTrue(statuses.getOrDefault(401, 0L) <= 5, statuses::toString);
    free(address);
  }

  /** The valid key beside them comes from another address. */
  @Test
  void servesValidKeyDuringWrongKeyFlood() throws Exception {
    String address = NODE.freshAddress();
    String owner = NODE.freshAddress();
    List<RawClient.Reply> all =
        AtOnce.send(
            201,
            n -> NODE.raw(),
            n ->
                n == 200
                    ? info("X-API-Key: " + TestNode.KEY, owner)
                    : info("X-API-Key: wrong-key-number-" + n, address));
    all.getLast().expect(200);
    List<RawClient.Reply> replies = all.subList(0, 200);
    long judged = replies.stream().filter(r -> r.text().contains("credential is wrong")).count();
    assertEquals(JUDGED, judged);
    assertTrue(List.of(403, 429, 503).containsAll(statuses(replies).keySet()));
  }

  private static void free(String address) {
    NODE.request("GET", "/api/proxy/still-alive/status").from(address).expect(200);
    String bans = NODE.owner("GET", "/api/proxy/bans").send().text();
    assertFalse(bans.contains(address + "\""), bans);
  }

  private static void blocked(String address) throws IOException {
    assertEquals(
        "this address is blocked",
        NODE.ask("GET /api/proxy/still-alive/status", "X-Forwarded-For: " + address).error());
  }

  private static List<RawClient.Reply> atOnce(IntFunction<String> request) throws Exception {
    return AtOnce.send(CALLERS, n -> NODE.raw(), request);
  }
}
