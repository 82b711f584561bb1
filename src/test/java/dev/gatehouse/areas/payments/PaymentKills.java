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
 * kill -9 amid payments, with a provider that fails now and then: processes of a class that says
 * what it was told, line by line, over one store.
 *
 * @param payer its arguments are the store's folder and the provider's address, and a third one
 *     when it is only to list what there is
 */
public record PaymentKills(Class<?> payer, Path store, PayPalSimulator provider, Random random) {
  private static final int FAULTS = 1_000;
  private static final int MAX_LIFE_NANOS = 40_000_000;

  /** The settings of a process that pays at the provider of an address. */
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

  /** Has the provider fail. */
  public void makeFail() {
    Stream.of("create", "capture", "read").forEach(what -> provider.script(what, faults()));
  }

  /** One in 25 goes wrong, before or after it was done: more, and the provider is left alone. */
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
   * Runs a process and kills it some time after so many payments.
   *
   * @param paid notes a line, which may have been cut off, and says if it tells of a payment
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

  /** Heals the provider and runs a process until it has listed all that is there. */
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
