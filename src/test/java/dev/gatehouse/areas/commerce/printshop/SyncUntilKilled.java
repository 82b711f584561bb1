package dev.gatehouse.areas.commerce.printshop;

import dev.gatehouse.areas.commerce.printshop.BooksOfOneNode.Surroundings;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.store.sqlite.EmbeddedMongo;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs syncs in a process that can be killed, and prints the summary after a successful sync.
 * Arguments: the store's folder and the provider's address.
 */
final class SyncUntilKilled {
  /**
   * Factor by which the clock runs fast, so that the one-minute lease of a killed process expires
   * soon.
   */
  private static final int HASTE = 200;

  private static final long PAUSE_NANOS = 20_000_000;

  private SyncUntilKilled() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Instant beginning = Instant.parse("2026-01-01T00:00:00Z");
    InstantSource system = InstantSource.system();
    Instant epoch = Instant.parse("2020-01-01T00:00:00Z");
    InstantSource clock =
        () -> beginning.plus(Duration.between(epoch, system.instant()).multipliedBy(HASTE));
    var store = EmbeddedMongo.start(folder, 0, true, Clock.systemUTC());
    var node =
        new BooksOfOneNode(store.url(), new Surroundings(arguments[1], folder, Map.of()), clock);
    System.out.println("ready.");
    while (true) {
      try {
        if (node.call("commerce.syncPrintshop").getBoolean("complete")) {
          System.out.println("summary " + node.call("commerce.printshopSummary").encode());
          System.exit(0);
        }
      } catch (ApiException stillHeld) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
