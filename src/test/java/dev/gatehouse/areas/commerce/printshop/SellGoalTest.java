package dev.gatehouse.areas.commerce.printshop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sales goals that several programs set at the same time. */
class SellGoalTest {
  @RegisterExtension static final TestNode NODE = TestNode.shared();

  private static long put(int goal) {
    JsonObject body = new JsonObject().put("goal", goal);
    return NODE.client()
        .request("PUT", "/api/proxy/printshop/sell-goal")
        .key(TestNode.KEY)
        .json(body)
        .send()
        .json()
        .getJsonObject("data")
        .getLong("goal");
  }

  @Test
  void repliesWithTheGoalOfTheRequest() throws Exception {
    List<Long> replies = new ArrayList<>();
    List<Long> sent = IntStream.range(0, 100).mapToObj(Long::valueOf).toList();
    try (var threads = Executors.newFixedThreadPool(10)) {
      List<Future<Long>> all =
          sent.stream().map(goal -> threads.submit(() -> put(goal.intValue()))).toList();
      for (Future<Long> each : all) {
        replies.add(each.get());
      }
    }
    assertEquals(sent, replies);
  }
}
