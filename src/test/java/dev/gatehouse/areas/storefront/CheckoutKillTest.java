package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.payments.PaymentKills;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the process with {@code kill -9} between cart, reservation, capture and record, while the
 * provider fails occasionally. Two buyers compete for the only copy of each book.
 *
 * <p>In the end, each book is sold at most once or is back in stock. Every captured payment belongs
 * to a sold book. No state that was reported to a buyer is lost.
 */
@Tag("slow")
class CheckoutKillTest {
  private static final int KILLS = 3;

  @TempDir Path store;
  private final Random random = new Random();

  /** Order IDs by the state that was reported to the buyers. */
  private final Map<String, Set<String>> told = new HashMap<>();

  private record Listed(String state, String product, String paymentOrder) {}

  @Test
  @Timeout(300)
  void sellsEachItemOnceAcrossKills() throws Exception {
    try (var provider = new PayPalSimulator()) {
      provider.approvesAll();
      var kills = new PaymentKills(CheckoutUntilKilled.class, store, provider, random);
      for (int kill = 0; kill < KILLS; kill++) {
        kills.makeFail();
        kills.runAndKill(4 + random.nextInt(8), this::note);
      }
      Map<String, Listed> orders = new HashMap<>();
      Map<String, Integer> left = new HashMap<>();
      kills.settle(line -> list(line, orders, left));
      check(provider, orders, left);
    }
  }

  /**
   * Records a line if it is complete. Returns whether it reports the payment of an order for the
   * first time.
   */
  private boolean note(String line) {
    String[] words = line.split(" ");
    return line.endsWith(" .")
        && told.computeIfAbsent(words[0], first -> new HashSet<>()).add(words[1])
        && words[0].equals("paid");
  }

  private static void list(String line, Map<String, Listed> orders, Map<String, Integer> left) {
    String[] words = line.split(" ");
    switch (words[0]) {
      case "order" -> orders.put(words[1], new Listed(words[2], words[3], words[4]));
      case "left" -> left.put(words[1], Integer.parseInt(words[2]));
      default -> {}
    }
  }

  private void check(
      PayPalSimulator provider, Map<String, Listed> orders, Map<String, Integer> left) {
    Set<String> over = Set.of("paid", "cancelled", "expired");
    orders.forEach((id, order) -> assertTrue(over.contains(order.state()), id + " is " + order));
    Set<String> paid =
        orders.entrySet().stream()
            .filter(order -> order.getValue().state().equals("paid"))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    Map<String, Long> sold =
        paid.stream()
            .collect(Collectors.groupingBy(id -> orders.get(id).product(), Collectors.counting()));
    left.forEach((product, count) ->
        assertEquals(
            1, count + sold.getOrDefault(product, 0L), product + " was sold twice or lost"));

    Set<String> captured = provider.captured();
    assertEquals(
        captured,
        paid.stream().map(id -> orders.get(id).paymentOrder()).collect(Collectors.toSet()));
    assertEquals(captured.size(), paid.size());
    assertTrue(provider.capturedOnce(), "captured twice");

    assertTrue(orders.keySet().containsAll(told.get("placed")), "an order was lost");
    assertTrue(paid.containsAll(told.get("paid")), "told to be paid and is not");
    told.getOrDefault("cancelled", Set.of())
        .forEach(id -> assertEquals("cancelled", orders.get(id).state()));
    System.out.printf(
        "%d kills; %d books, %d orders, %d paid, %d told to be; none sold twice, none lost%n",
        KILLS, left.size(), orders.size(), paid.size(), told.get("paid").size());
  }
}
