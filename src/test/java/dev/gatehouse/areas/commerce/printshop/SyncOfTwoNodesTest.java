package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.Unchecked;
import dev.gatehouse.areas.commerce.printshop.BooksOfOneNode.Surroundings;
import dev.gatehouse.bus.ApiException;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes over one store with concurrent syncs, and a third node with other rules. */
class SyncOfTwoNodesTest {
  private static final int ORDERS = 600;
  private static final int CALLS = 10;

  @TempDir Path folder;

  @Test
  void fetchesEachPageOnOneNodeOnly() throws Exception {
    try (var provider = new PrintfulSimulator();
        var store = DocumentServer.start()) {
      long now = Clock.systemUTC().instant().getEpochSecond();
      IntStream.range(0, ORDERS)
          .mapToObj(i -> order(ORDERS - i, now - 3600L * i, "fulfilled", "10.00", "4.00"))
          .forEach(provider.orders()::add);
      var place = new Surroundings(provider.url(), folder, Map.of());
      List<BooksOfOneNode> nodes =
          List.of(
              new BooksOfOneNode(store.url(), place, Clock.systemUTC()),
              new BooksOfOneNode(store.url(), place, Clock.systemUTC()));
      List<String> outcomes = Concurrently.times(CALLS, i -> sync(nodes.get(i % 2)));
      assertTrue(outcomes.contains("synced " + ORDERS), outcomes::toString);
      assertTrue(
          outcomes.stream()
              .allMatch(outcome -> outcome.startsWith("synced") || outcome.equals("409")),
          outcomes::toString);
      // Every later sync read only the first page.
      List<Integer> later = provider.offsets().stream().filter(offset -> offset > 0).toList();
      assertEquals(new HashSet<>(later).size(), later.size(), later::toString);
      assertEquals(sums(nodes.getFirst()), sums(nodes.getLast()));
      assertEquals("6000.0 2400.0 0.0", sums(nodes.getFirst()));

      var otherRules =
          new Surroundings(
              provider.url(),
              folder,
              Map.of(
                  "GATEHOUSE_PRINTSHOP_CHANNELS", "10=etsy",
                  "GATEHOUSE_PRINTSHOP_COUNTED_STATUSES", "fulfilled"));
      var third = new BooksOfOneNode(store.url(), otherRules, Clock.systemUTC());
      assertEquals("6000.0 2400.0 0.0", sums(third));
      third.run("commerce.resumePrintshop");
      assertEquals("6000.0 2400.0 390.0", sums(third));
      nodes.forEach(BooksOfOneNode::close);
      third.close();
    }
  }

  private static String sync(BooksOfOneNode node) {
    try {
      JsonObject reply = Unchecked.get(() -> node.call("commerce.syncPrintshop"));
      return "synced " + reply.getInteger("created");
    } catch (ApiException refused) {
      return Integer.toString(refused.failure().status());
    }
  }

  private static String sums(BooksOfOneNode node) throws Exception {
    node.changed();
    JsonObject data = node.call("commerce.printshopSummary").getJsonObject("data");
    return Stream.of("grossRevenue", "printshopCosts", "platformFees")
        .map(name -> data.getDouble(name).toString())
        .collect(Collectors.joining(" "));
  }
}
