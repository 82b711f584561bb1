package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sync whose process is killed repeatedly resumes after the last stored page. A page is requested
 * again only if its answer was lost with the process.
 */
@Tag("slow")
class SyncKillTest {
  private static final int ORDERS = 5_000;
  private static final int PAGES = 53;
  private static final int KILLS = 5;
  private static final long ANSWER_NANOS = 10_000_000;

  /** Five processes start one after the other, and the machine may be busy. */
  private static final Duration MAX_START = Duration.ofMinutes(1);

  @TempDir Path store;

  @Test
  void refetchesAtMostOnePagePerKill() throws Exception {
    Random random = new Random(7);
    long latest = Instant.parse("2025-12-31T00:00:00Z").getEpochSecond();
    try (var provider = new PrintfulSimulator()) {
      IntStream.range(0, ORDERS)
          .mapToObj(i -> order(ORDERS - i, latest - 3600L * i, "fulfilled", "10.01", "4.00"))
          .forEach(provider.orders()::add);
      provider.before(() -> LockSupport.parkNanos(ANSWER_NANOS));
      for (int kill = 1; kill <= KILLS; kill++) {
        Process node = child(provider.url());
        try {
          int until = kill * PAGES / (KILLS + 1);
          Waiting.until(MAX_START, () -> new HashSet<>(provider.offsets()).size() >= until);
          LockSupport.parkNanos(random.nextInt(20_000_000));
        } finally {
          node.destroyForcibly().waitFor();
        }
      }
      JsonObject data = summary(provider).getJsonObject("data");
      assertEquals(
          "5000 50050.0 20000.0",
          data.getInteger("totalOrders")
              + " "
              + data.getDouble("grossRevenue")
              + " "
              + data.getDouble("printshopCosts"));
      long again = askedAgain(provider.offsets());
      assertTrue(again <= KILLS, again + " pages were asked for again: " + provider.offsets());
      System.out.printf(
          "%d kills, %d pages of %d orders, %d asked for again%n", KILLS, PAGES, ORDERS, again);
    }
  }

  /**
   * Returns the number of pages that were requested twice. The repeat is always the next request,
   * because no other answer was lost.
   */
  private static long askedAgain(List<Integer> offsets) {
    long again = 0;
    for (int i = 1; i < offsets.size(); i++) {
      assertTrue(offsets.get(i) >= offsets.get(i - 1), "back at " + i + ": " + offsets);
      again += offsets.get(i).equals(offsets.get(i - 1)) ? 1 : 0;
    }
    return again;
  }

  private JsonObject summary(PrintfulSimulator provider) throws Exception {
    Process last = child(provider.url());
    try (BufferedReader out = last.inputReader()) {
      return out.lines()
          .filter(line -> line.startsWith("summary "))
          .map(line -> new JsonObject(line.substring("summary ".length())))
          .findFirst()
          .orElseThrow();
    } finally {
      last.destroyForcibly().waitFor();
    }
  }

  private Process child(String provider) throws Exception {
    return ChildJvm.start(SyncUntilKilled.class, store.toString(), provider);
  }
}
