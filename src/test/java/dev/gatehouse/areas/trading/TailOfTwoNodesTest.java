package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.areas.access.SharedStore;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two nodes over one store and one blob folder that add to one symbol concurrently. */
@Tag("slow")
class TailOfTwoNodesTest {
  private static final String SYMBOL = "/api/proxy/historical-data/TWO";
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final int EACH = 60;
  private static final int WRITERS = 4;

  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension static final TestNode ONE = STORE.serves(node());
  @RegisterExtension static final TestNode OTHER = STORE.serves(node());

  @Test
  void keepsBarsAppendedOnTwoNodes() throws Exception {
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < EACH; i++) {
      int minute = i;
      calls.add(() -> add(ONE, 2 * minute));
      calls.add(() -> add(OTHER, 2 * minute + 1));
      if (i % 20 == 10) {
        calls.add(() -> ONE.client().get(SYMBOL + "/csv").status());
      }
    }
    assertEquals(200, add(ONE, 1_000));
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      for (Future<Integer> status : threads.invokeAll(calls)) {
        assertEquals(200, status.get());
      }
    }
    for (TestNode node : List.of(ONE, OTHER)) {
      JsonArray data =
          node.client().get(SYMBOL + "?format=json&sortOrder=asc").json().getJsonArray("data");
      List<Double> closes =
          data.stream().map(row -> ((JsonObject) row).getDouble("close")).toList();
      List<Double> expected =
          new ArrayList<>(IntStream.range(0, 2 * EACH).asDoubleStream().boxed().toList());
      expected.add(1_000.0);
      assertEquals(expected, closes);
      assertEquals(2 * EACH + 2L, node.client().get(SYMBOL + "/csv").text().lines().count());
    }
  }

  private static int add(TestNode node, int minute) {
    JsonObject bar =
        new JsonObject()
            .put("timeUtc", FIRST.plusSeconds(60L * minute).toString())
            .put("open", minute)
            .put("high", minute)
            .put("low", minute)
            .put("close", minute);
    return node.client()
        .owner("POST", SYMBOL + "/bars")
        .json(JsonObject.of("bars", new JsonArray().add(bar)))
        .send()
        .status();
  }

  private static TestNode node() {
    return new TestNode();
  }
}
