package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.SmallDisk;
import dev.gatehouse.TestClock;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.printshop.BooksOfOneNode.Surroundings;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sync of the print shop's orders during which the disk fills up and is freed again. */
class SyncOnFullDiskTest {
  private static final int ORDERS = 250;
  private static final int SECOND_PAGE = 95;
  private static final int MEGABYTES = 16;

  @TempDir Path folder;

  private final TestClock clock = new TestClock();
  private final PrintfulSimulator provider = new PrintfulSimulator();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore pages = new Semaphore(1);
  private SmallDisk disk;
  private EmbeddedStore store;
  private Documents documents;
  private DocumentCollection<Line> lines;
  private BooksOfOneNode one;
  private BooksOfOneNode other;

  private record Line(String id, String words) {}

  @BeforeEach
  void open() throws Exception {
    disk = SmallDisk.at(folder.resolve("disk"), MEGABYTES);
    long now = clock.instant().getEpochSecond();
    IntStream.range(0, ORDERS)
        .mapToObj(i -> order(ORDERS - i, now - 60 * (i + 1), "fulfilled", "10.00", "4.00"))
        .forEach(provider.orders()::add);
    provider.before(pages::acquireUninterruptibly);
    store = EmbeddedStore.open(disk.folder(), false);
    documents = documents();
    lines = documents.collection("lines", Line.class);
    var place =
        new Surroundings(
            provider.url(),
            folder,
            Map.of(
                "GATEHOUSE_PRINTSHOP_TIMEOUT", "25s",
                "GATEHOUSE_PRINTSHOP_SYNC_WAIT_TIMEOUT", "20s"));
    one = new BooksOfOneNode(vertx -> documents(), place, clock);
    other = new BooksOfOneNode(vertx -> documents(), place, clock);
  }

  private Documents documents() {
    return new Documents(store.documents(), new SecureRandom());
  }

  @AfterEach
  void close() throws Exception {
    pages.release(ORDERS);
    threads.shutdown();
    if (store != null) {
      one.close();
      other.close();
      store.close();
    }
    provider.close();
    if (disk != null) {
      disk.close();
    }
  }

  /** Begins a sync and fills the disk while it waits for its second page. */
  private Future<JsonObject> beginAndFill() throws Exception {
    Future<JsonObject> begun = threads.submit(() -> one.call("commerce.syncPrintshop"));
    Waiting.until(() -> provider.offsets().contains(SECOND_PAGE));
    disk.fill();
    Waiting.until(() -> !hasRoom());
    return begun;
  }

  private boolean hasRoom() {
    try {
      lines.insert(
          IntStream.range(0, 100)
              .mapToObj(i -> new Line(documents.newId(), "x".repeat(1_000)))
              .toList());
      return true;
    } catch (StoreFullException full) {
      return false;
    }
  }

  private static JsonObject data(JsonObject reply) {
    return reply.getJsonObject("data");
  }

  @Test
  void reportsFullDiskAndResumesWhenFreed() throws Exception {
    Future<JsonObject> begun = beginAndFill();
    for (BooksOfOneNode node : List.of(one, other)) {
      assertThrows(StoreFullException.class, () -> node.call("commerce.cancelPrintshopSync"));
    }
    assertEquals("running", data(other.call("commerce.printshopSync")).getString("state"));
    pages.release(ORDERS);
    var ended = assertThrows(ExecutionException.class, begun::get);
    assertInstanceOf(StoreFullException.class, ended.getCause());

    disk.free();
    Waiting.until(this::hasRoom);
    // The failed sync could not release its lease, so the test waits until it expires.
    clock.advance(Duration.ofSeconds(66));
    provider.offsets().clear();
    JsonObject done = other.call("commerce.syncPrintshop");
    assertEquals(ORDERS, done.getInteger("total"));
    assertEquals(List.of(95, 190), provider.offsets());
    assertEquals(2_500.0, gross());
  }

  @Test
  void cancelsOnceDiskSpaceIsFreed() throws Exception {
    Future<JsonObject> begun = beginAndFill();
    assertThrows(StoreFullException.class, () -> other.call("commerce.cancelPrintshopSync"));
    disk.free();
    Waiting.until(this::hasRoom);
    assertEquals("cancelled", data(other.call("commerce.cancelPrintshopSync")).getString("state"));
    one.run("commerce.watchPrintshop");
    var ended = assertThrows(ExecutionException.class, begun::get);
    assertEquals("the sync was cancelled", ended.getCause().getMessage());
    assertEquals(1_000.0, gross());
  }

  private double gross() throws Exception {
    one.changed();
    return data(one.call("commerce.printshopSummary")).getDouble("grossRevenue");
  }
}
