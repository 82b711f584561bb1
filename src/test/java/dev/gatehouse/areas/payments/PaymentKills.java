package dev.gatehouse.areas.payments;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Kills processes that make payments over one store with {@code kill -9}, while the provider fails
 * occasionally. The processes print each outcome on a line.
 *
 * @param payer main class. Its arguments are the store's folder and the provider's address. With a
 *     third argument it only lists the existing orders.
 */
public record PaymentKills(Class<?> payer, Path store, PayPalSimulator provider, Random random) {
  private static final int FAULTS = 1_000;
  private static final int MAX_LIFE_NANOS = 40_000_000;

  /** Returns the settings of a process that pays through the provider at an address. */
  public static Map<String, String> settings(String provider) {
    return Map.of(
        "GATEHOUSE_PAYMENTS_URL",
        provider,
        "GATEHOUSE_PAYMENTS_TIMEOUT",
        "1500ms",
        "GATEHOUSE_PAYMENTS_CLIENT_ID",
        PayPalSimulator.ID,
        "GATEHOUSE_PAYMENTS_CLIENT_SECRET",
        PayPalSimulator.SECRET);
  }

  /** Makes the provider fail occasionally. */
  public void makeFail() {
    Stream.of("create", "capture", "read").forEach(what -> provider.script(what, faults()));
  }

  /**
   * Returns faults for about one request in 25, before or after the action. More faults would open
   * the circuit breaker.
   */
  private Fault[] faults() {
    return Stream.concat(
            IntStream.range(0, FAULTS).mapToObj(i -> fault(random.nextBoolean())),
            Stream.of(Fault.NONE))
        .toArray(Fault[]::new);
  }

  private Fault fault(boolean done) {
    return switch (random.nextInt(75)) {
      case 0 -> Fault.silent(done, "reset");
      case 1 -> done ? Fault.after(500, "") : Fault.instead(500, "");
      case 2 -> done ? Fault.after(201, "<html>") : Fault.instead(201, "<html>");
      default -> Fault.NONE;
    };
  }

  /**
   * Runs a process and kills it a random time after the given number of payments.
   *
   * @param paid records a line, which may be incomplete, and returns whether it reports a payment
   */
  public void runAndKill(int after, Predicate<String> paid) throws Exception {
    Process process = ChildJvm.start(payer, store.toString(), provider.url());
    try (BufferedReader out = process.inputReader()) {
      int payments = 0;
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        payments += paid.test(line) ? 1 : 0;
        if (payments == after) {
          LockSupport.parkNanos(random.nextInt(MAX_LIFE_NANOS));
          process.toHandle().destroyForcibly();
        }
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Heals the provider and runs a process until it has listed all orders. */
  public void settle(Consumer<String> line) throws Exception {
    provider.heal();
    Process last = ChildJvm.start(payer, store.toString(), provider.url(), "list");
    try (BufferedReader out = last.inputReader()) {
      out.lines().forEach(line);
    } finally {
      last.destroyForcibly().waitFor();
    }
  }
}
