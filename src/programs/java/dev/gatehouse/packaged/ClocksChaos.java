package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.areas.storefront.ClockedNodes.Jump;
import dev.gatehouse.areas.storefront.ClockedNodes.Scope;
import dev.gatehouse.areas.storefront.JumpingClocks;
import dev.gatehouse.areas.storefront.JumpingClocks.Result;

/**
 * Lets clocks jump and drift under load, on one node and on three: {@code scripts/chaos clocks}.
 * Exits with 1 if anything is lost, early or late.
 */
public final class ClocksChaos {
  private static final List<Jump> JUMPS =
      Stream.concat(
              Stream.of("PT2M", "PT-2M", "PT1H", "PT-1H", "P1D", "P-1D", "P400D", "P-20000D")
                  .map(Jump::of),
              Stream.of(Jump.drift()))
          .toList();

  private ClocksChaos() {}

  /**
   * @param arguments a folder, which is not used
   */
  public static void main(String... arguments) {
    System.exit(run() ? 0 : 1);
  }

  /** Returns whether all is right. Threads of the nodes must not keep a failed run alive. */
  private static boolean run() {
    boolean right = true;
    System.out.println("| clock of | jump | writes | lost | emails | lost, early, late |");
    System.out.println("|---|---|---|---|---|---|");
    try {
      for (Scope scope : Scope.values()) {
        try (var clocks = new JumpingClocks(scope)) {
          for (Jump jump : JUMPS) {
            Result result = clocks.run(jump);
            print(scope, jump, result);
            right &= result.faults().isEmpty();
          }
        }
      }
    } catch (Exception | AssertionError failed) {
      failed.printStackTrace();
      return false;
    }
    return right;
  }

  private static void print(Scope scope, Jump jump, Result result) {
    List<String> faults = result.faults();
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %d | %d | %d | %s |%n",
        scope.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        jump.name(),
        result.documents(),
        result.lost(),
        result.emails(),
        faults.isEmpty() ? "0" : String.join(", ", faults));
  }
}
