package dev.gatehouse.areas.storefront;

import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.payments.PaymentKills;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Shop whose process is killed with {@code kill -9} between cart, reservation, capture and record,
 * while the provider fails occasionally. Two buyers compete for the only copy of each book.
 *
 * <p>In the end, each book is sold at most once or is back in stock. Every captured payment belongs
 * to a sold book. No state that was reported to a buyer is lost.
 */
public final class KilledOrders {
  private static final Set<String> OVER = Set.of("paid", "cancelled", "expired");

  private final Path store;
  private final Random random;

  /** Order IDs by the state that was reported to the buyers. */
  private final Map<String, Set<String>> reported = new HashMap<>();

  private final Map<String, Listed> orders = new HashMap<>();
  private final Map<String, Integer> left = new HashMap<>();
  private String summary = "";

  private record Listed(String state, String product, String paymentOrder) {}

  public KilledOrders(Path store, Random random) {
    this.store = store;
    this.random = random;
  }

  /** Kills the shop a number of times. Returns the problems and their numbers; empty for none. */
  public Map<String, Long> run(int kills) throws Exception {
    try (var provider = new PayPalSimulator()) {
      provider.approvesAll();
      var killed = new PaymentKills(CheckoutUntilKilled.class, store, provider, random);
      for (int kill = 0; kill < kills; kill++) {
        killed.makeFail();
        killed.runAndKill(4 + random.nextInt(8), this::note);
      }
      killed.settle(this::list);
      return wrong(provider, kills);
    }
  }

  /** Returns the numbers of the run. */
  public String summary() {
    return summary;
  }

  /**
   * Records a line if it is complete. Returns whether it reports the payment of an order for the
   * first time.
   */
  private boolean note(String line) {
    String[] words = line.split(" ");
    return line.endsWith(" .")
        && reported.computeIfAbsent(words[0], first -> new HashSet<>()).add(words[1])
        && words[0].equals("paid");
  }

  private void list(String line) {
    String[] words = line.split(" ");
    switch (words[0]) {
      case "order" -> orders.put(words[1], new Listed(words[2], words[3], words[4]));
      case "left" -> left.put(words[1], Integer.parseInt(words[2]));
      default -> {}
    }
  }

  private Map<String, Long> wrong(PayPalSimulator provider, int kills) {
    Set<String> paid =
        orders.entrySet().stream()
            .filter(order -> order.getValue().state().equals("paid"))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    Set<String> payments =
        paid.stream().map(id -> orders.get(id).paymentOrder()).collect(Collectors.toSet());
    Map<String, Long> sold =
        paid.stream()
            .collect(Collectors.groupingBy(id -> orders.get(id).product(), Collectors.counting()));
    Set<String> captured = provider.captured();
    Map<String, Long> wrong = new TreeMap<>();
    wrong.put(
        "orders without a final state",
        count(orders.values(), each -> !OVER.contains(each.state())));
    wrong.put(
        "books sold twice or lost",
        count(
            left.entrySet(), each -> each.getValue() + sold.getOrDefault(each.getKey(), 0L) != 1));
    wrong.put(
        "captured payments of orders that are not paid",
        count(captured, each -> !payments.contains(each)));
    wrong.put(
        "paid orders without a captured payment",
        count(payments, each -> !captured.contains(each)));
    wrong.put("payments captured twice", provider.capturedOnce() ? 0L : 1L);
    wrong.put("lost orders", count(reported("placed"), each -> !orders.containsKey(each)));
    wrong.put(
        "orders reported as paid that are not",
        count(reported("paid"), each -> !paid.contains(each)));
    wrong.put(
        "orders reported as cancelled that are not",
        count(reported("cancelled"), each -> !"cancelled".equals(orders.get(each).state())));
    wrong.values().removeIf(number -> number == 0);
    summary =
        String.format(
            Locale.ROOT,
            "%d kills; %d books, %d orders, %d paid, %d reported as paid",
            kills,
            left.size(),
            orders.size(),
            paid.size(),
            reported("paid").size());
    return wrong;
  }

  private Set<String> reported(String state) {
    return reported.getOrDefault(state, Set.of());
  }

  private static <T> long count(Collection<T> all, Predicate<T> odd) {
    return all.stream().filter(odd).count();
  }
}
