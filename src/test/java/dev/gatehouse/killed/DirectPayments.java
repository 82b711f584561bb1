package dev.gatehouse.killed;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;

/**
 * Payments at a provider that fails occasionally and whose ledger is outside the process. No
 * payment is captured twice. At the end, exactly the captured payments are recorded and counted.
 */
final class DirectPayments extends PrintedWork {
  /** Differs from the price of the sales, whose payments are of the same provider. */
  static final String PRICE = "100.00";

  private static final int FAULTS = 1_000;

  private final PayPalSimulator provider;
  private final Random random = new Random();
  private final Set<String> created = new HashSet<>();
  private final Set<String> paid = new HashSet<>();
  private final Map<String, String> states = new HashMap<>();
  private List<String> figures = List.of();

  DirectPayments(KilledAreas areas) {
    provider = areas.provider();
    areas.add("payments", this);
  }

  @Override
  protected void begins() {
    makeFail(provider, random);
  }

  @Override
  protected void ends() {
    provider.heal();
  }

  /**
   * Scripts faults for about one request in 25, before or after the action. More faults would open
   * the circuit breaker.
   */
  static void makeFail(PayPalSimulator provider, Random random) {
    for (String what : List.of("create", "capture", "read")) {
      Stream<Fault> faults = IntStream.range(0, FAULTS).mapToObj(i -> fault(random));
      provider.script(what, Stream.concat(faults, Stream.of(Fault.NONE)).toArray(Fault[]::new));
    }
  }

  private static Fault fault(Random random) {
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
    return switch (words[0]) {
      case "created" -> {
        created.add(words[1]);
        yield false;
      }
      case "paid" -> paid.add(words[1]);
      case "listed" -> {
        // An order without an id was never created at the provider.
        String before = words[1].equals("null") ? null : states.put(words[1], words[2]);
        assertNull(before, words[1] + " is there twice");
        yield false;
      }
      case "figures" -> {
        figures = List.of(words);
        yield false;
      }
      default -> {
        assertTrue(Set.of("502", "503").contains(words[1]), String.join(" ", words));
        yield false;
      }
    };
  }

  @Override
  public void checkAtEnd(Random random) throws Exception {
    check(random);
    Set<String> taken = provider.captured();
    Set<String> known =
        states.keySet().stream()
            .filter(id -> states.get(id).equals("paid"))
            .collect(Collectors.toSet());
    assertTrue(provider.capturedOnce(), "captured twice");
    Map<String, String> unpaid = new TreeMap<>(states);
    unpaid.keySet().retainAll(taken);
    unpaid.values().removeIf("paid"::equals);
    assertEquals(taken, known, () -> "captured, but listed as " + unpaid);
    assertTrue(known.containsAll(paid), "reported to be paid and is not");
    assertTrue(states.keySet().containsAll(created), "lost");
    BigDecimal sum =
        taken.stream()
            .map(id -> new BigDecimal(provider.order(id).ordered().getString("value")))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    assertEquals(
        List.of("figures", "orders-paid", Integer.toString(taken.size()), sum.toPlainString()),
        figures);
  }
}
