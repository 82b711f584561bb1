package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.BotsStore;
import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Candles of a large symbol on a node whose documents are on a document server. */
class SumsElsewhereTest {
  private static final String SYMBOL = "/api/proxy/historical-data/LARGE";
  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
  private static final int BARS = 140_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final TestNode NODE = new TestNode();

  @Order(1)
  @RegisterExtension
  static final BotsStore STORE = new BotsStore(NODE);

  @Order(2)
  @RegisterExtension
  static final TestNode RUNNING = NODE;

  @Test
  void answersWhileAggregatesAreBuilt() throws Exception {
    String csv =
        IntStream.range(0, BARS)
            .mapToObj(i -> FIRST.plusSeconds(60L * i) + ",2,3,1,2,5\n")
            .collect(Collectors.joining("", "timeUtc,open,high,low,close,volume\n", ""));
    Client.Request put = request("PUT", SYMBOL);
    assertEquals(200, put.body("text/csv", csv.getBytes(StandardCharsets.UTF_8)).send().status());
    Path sums = NODE.data().resolve("sums/LARGE.sums");
    Waiting.until(PATIENCE, () -> Files.exists(sums));
    Files.delete(sums);
    NODE.restart();

    Client.Reply page = request("GET", SYMBOL + "/candles?per=512&page=1").send();
    assertEquals(200, page.status(), page.text());
    assertEquals((BARS + 511) / 512, page.json().getJsonArray("data").size());
    Waiting.until(PATIENCE, () -> Files.exists(sums));

    assertEquals(200, request("DELETE", SYMBOL).send().status());
    Waiting.until(PATIENCE, () -> !Files.exists(sums));
  }

  private static Client.Request request(String method, String path) {
    return NODE.client().request(method, path).key(TestNode.KEY);
  }
}
