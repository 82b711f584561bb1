package dev.gatehouse.killed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;

/**
 * Sales of single copies, for which two buyers compete, killed between cart, reservation, capture
 * and record. In the end, each book is sold at most once or is back in stock. Every captured
 * payment belongs to a sold book. No state that was reported to a buyer is lost.
 */
public final class ShopSales extends PrintedWork {
  private static final Set<String> OVER = Set.of("paid", "cancelled", "expired");

  private static final int FAULTS = 1_000;

  private final PayPalSimulator provider;
  private final Random random = new Random();

  /** Order IDs by the state that was reported to the buyers. */
  private final Map<String, Set<String>> reported = new HashMap<>();

  private final Map<String, Listed> orders = new HashMap<>();
  private final Map<String, Integer> left = new HashMap<>();

  private record Listed(String state, String product, String paymentOrder) {}

  /** Lets the areas sell. */
  public ShopSales(KilledAreas areas) {
    provider = areas.provider();
    areas.add(this);
  }

  @Override
  protected void begins() {
    makeFail();
  }

  @Override
  protected void ends() {
    provider.heal();
  }

  /**
   * Scripts faults for about one request in 25, before or after the action. More faults would open
   * the circuit breaker.
   */
  private void makeFail() {
    for (String what : List.of("create", "capture", "read")) {
      Stream<Fault> faults = IntStream.range(0, FAULTS).mapToObj(i -> fault());
      provider.script(what, Stream.concat(faults, Stream.of(Fault.NONE)).toArray(Fault[]::new));
    }
  }

  private Fault fault() {
    boolean done = random.nextBoolean();
    return switch (random.nextInt(75)) {
      case 0 -> Fault.silent(done, "reset");
      case 1 -> done ? Fault.after(500, "") : Fault.instead(500, "");
      case 2 -> done ? Fault.after(201, "<html>") : Fault.instead(201, "<html>");
      default -> Fault.NONE;
    };
  }

  @Override
  protected boolean note(String[] words) {
    switch (words[0]) {
      case "order" -> orders.put(words[1], new Listed(words[2], words[3], words[4]));
      case "left" -> left.put(words[1], Integer.parseInt(words[2]));
      default -> {
        return reported.computeIfAbsent(words[0], first -> new HashSet<>()).add(words[1])
            && words[0].equals("paid");
      }
    }
    return false;
  }

  @Override
  public void checkAtEnd(Random random) throws Exception {
    check(random);
    System.out.printf(
        "%d books, %d orders, %d reported as paid%n",
        left.size(), orders.size(), reported("paid").size());
    assertEquals(Map.of(), wrong());
  }

  private Map<String, Long> wrong() {
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
    return wrong;
  }

  private Set<String> reported(String state) {
    return reported.getOrDefault(state, Set.of());
  }

  private static <T> long count(Collection<T> all, Predicate<T> odd) {
    return all.stream().filter(odd).count();
  }
}
