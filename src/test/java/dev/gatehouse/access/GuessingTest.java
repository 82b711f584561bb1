package dev.gatehouse.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many wrong credentials at once, each over an open connection of its own. */
class GuessingTest {
  private static final int CALLERS = 30;
  private static final int JUDGED = 10;

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  @RepeatedTest(3)
  void ofThirtyWrongCodesAtOnceTenAreJudged() throws Exception {
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
  void aMixtureIsCountedAsOne() throws Exception {
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

  private static void blocked(String address) throws IOException {
    try (RawClient after = NODE.raw()) {
      assertEquals(
          "this address is blocked",
          after.ask("GET /api/proxy/still-alive/status", "X-Forwarded-For: " + address).error());
    }
  }

  private static String code(String code, String address) {
    String body = "{\"code\":\"" + code + "\"}";
    return RawClient.head(
            "POST /api/proxy/auth/validate-access",
            "X-Forwarded-For: " + address,
            "Content-Type: application/json",
            "Content-Length: " + body.length())
        + body;
  }

  private static String info(String credential, String address) {
    return RawClient.head("GET /deployment/info", "X-Forwarded-For: " + address, credential);
  }

  /** Opens all connections first, then sends over all of them together. */
  private static List<RawClient.Reply> atOnce(java.util.function.IntFunction<String> request)
      throws Exception {
    List<RawClient> connections = new ArrayList<>();
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      for (int i = 0; i < CALLERS; i++) {
        connections.add(NODE.raw());
        assertEquals(200, connections.getLast().ask("GET /api/proxy/still-alive/status").status());
      }
      var start = new CountDownLatch(1);
      List<Callable<RawClient.Reply>> calls =
          IntStream.range(0, CALLERS)
              .<Callable<RawClient.Reply>>mapToObj(n ->
                  () -> {
                    start.await();
                    return connections.get(n).send(request.apply(n)).read();
                  })
              .toList();
      List<Future<RawClient.Reply>> replies = calls.stream().map(callers::submit).toList();
      start.countDown();
      List<RawClient.Reply> all = new ArrayList<>();
      for (Future<RawClient.Reply> reply : replies) {
        all.add(reply.get());
      }
      return all;
    } finally {
      for (RawClient connection : connections) {
        connection.close();
      }
    }
  }

  private static Map<Integer, Long> statuses(List<RawClient.Reply> replies) {
    return replies.stream()
        .collect(Collectors.groupingBy(RawClient.Reply::status, Collectors.counting()));
  }
}
