package dev.gatehouse.commerce.printshop;

import static dev.gatehouse.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sync whose process is killed again and again goes on behind the last page that was stored: a
 * page is asked for once more only where its answer died with the process.
 */
@Tag("slow")
class SyncKillTest {
  private static final int ORDERS = 5_000;
  private static final int PAGES = 53;
  private static final int KILLS = 5;
  private static final long ANSWER_NANOS = 10_000_000;

  @TempDir Path store;

  @Test
  void noPageIsAskedForTwice() throws Exception {
    Random random = new Random(7);
    long latest = Instant.parse("2025-12-31T00:00:00Z").getEpochSecond();
    try (var provider = new PrintfulSimulator()) {
      IntStream.range(0, ORDERS)
          .mapToObj(i -> order(ORDERS - i, latest - 3600L * i, "fulfilled", "10.01", "4.00"))
          .forEach(provider.orders()::add);
      provider.before(() -> LockSupport.parkNanos(ANSWER_NANOS));
      Set<Integer> inFlight = new HashSet<>();
      for (int kill = 1; kill <= KILLS; kill++) {
        Process node = child(provider.url());
        try {
          int until = kill * PAGES / (KILLS + 1);
          Waiting.until(() -> new HashSet<>(provider.offsets()).size() >= until);
          LockSupport.parkNanos(random.nextInt(20_000_000));
        } finally {
          node.destroyForcibly().waitFor();
        }
        inFlight.add(provider.offsets().getLast());
      }
      JsonObject data = summary(provider).getJsonObject("data");
      assertEquals(
          "5000 50050.0 20000.0",
          data.getInteger("totalOrders")
              + " "
              + data.getDouble("grossRevenue")
              + " "
              + data.getDouble("printshopCosts"));
      List<Integer> twice = new ArrayList<>(provider.offsets());
      new HashSet<>(provider.offsets()).forEach(twice::remove);
      assertTrue(inFlight.containsAll(twice), twice + " beside " + inFlight);
      System.out.printf(
          "%d kills, %d pages of %d orders, %d asked for again%n",
          KILLS, PAGES, ORDERS, twice.size());
    }
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
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            SyncUntilKilled.class.getName(),
            store.toString(),
            provider)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
