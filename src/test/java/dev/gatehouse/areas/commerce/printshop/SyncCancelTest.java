package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.printshop.BooksOfOneNode.Surroundings;
import dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.Answer;
import dev.gatehouse.bus.ApiException;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Syncs of two nodes over one store, and one that the owner cancels on either node. */
@Tag("slow")
class SyncCancelTest {
  private static final int ORDERS = 250;
  private static final String CHANNELS = "GATEHOUSE_PRINTSHOP_CHANNELS";

  @TempDir Path folder;

  private final TestClock clock = new TestClock();
  private final PrintfulSimulator provider = new PrintfulSimulator();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Offsets whose page the print shop holds back, each once. */
  private final Set<Integer> kept = ConcurrentHashMap.newKeySet();

  private final Semaphore go = new Semaphore(0);
  private DocumentServer store;
  private BooksOfOneNode one;
  private BooksOfOneNode other;

  @BeforeEach
  void open() {
    long now = clock.instant().getEpochSecond();
    IntStream.range(0, ORDERS)
        .mapToObj(i -> order(ORDERS - i, now - 60 * (i + 1), "fulfilled", "10.00", "4.00"))
        .forEach(provider.orders()::add);
    provider.script(offset -> {
      if (kept.remove(offset)) {
        go.acquireUninterruptibly();
      }
      return null;
    });
    store = DocumentServer.start();
    // The timeout for a held page (25 s) is longer than the wait of the sync request (20 s).
    Surroundings place =
        place(
            Map.of(
                "GATEHOUSE_PRINTSHOP_TIMEOUT", "25s",
                "GATEHOUSE_PRINTSHOP_SYNC_WAIT_TIMEOUT", "20s"));
    one = new BooksOfOneNode(store.url(), place, clock);
    other = new BooksOfOneNode(store.url(), place, clock);
  }

  private Surroundings place(Map<String, String> settings) {
    return new Surroundings(provider.url(), folder, settings);
  }

  @AfterEach
  void close() {
    go.release(ORDERS);
    threads.shutdown();
    one.close();
    other.close();
    store.close();
    provider.close();
  }

  /** Begins a sync whose second page is held back. */
  private Future<String> beginAndKeep(BooksOfOneNode node) throws Exception {
    kept.add(95);
    Future<String> begun = begin(node);
    Waiting.until(() -> provider.offsets().contains(95));
    assertEquals("running", state(node));
    return begun;
  }

  /** Begins a sync on another thread and returns the future outcome of its request. */
  private Future<String> begin(BooksOfOneNode node) {
    return threads.submit(() -> sync(node));
  }

  private static String sync(BooksOfOneNode node) throws Exception {
    try {
      JsonObject done = node.call("commerce.syncPrintshop");
      return done.getBoolean("complete") + " " + done.getInteger("total");
    } catch (ApiException refused) {
      return refused.failure().status() + " " + refused.failure().message();
    }
  }

  private static JsonObject progress(BooksOfOneNode node) throws Exception {
    return node.call("commerce.printshopSync").getJsonObject("data");
  }

  private static String state(BooksOfOneNode node) throws Exception {
    return progress(node).getString("state");
  }

  private static JsonObject cancel(BooksOfOneNode node) throws Exception {
    return node.call("commerce.cancelPrintshopSync").getJsonObject("data");
  }

  /** Returns the gross revenue from the summary. */
  private static double gross(BooksOfOneNode node) throws Exception {
    node.changed();
    return node.call("commerce.printshopSummary").getJsonObject("data").getDouble("grossRevenue");
  }

  /** A third node has other rules. */
  @Test
  void fetchesEachPageOnOneNodeOnly() throws Exception {
    List<String> outcomes =
        Concurrently.all(
            IntStream.range(0, 10)
                .<Callable<String>>mapToObj(i -> () -> sync(i % 2 == 0 ? one : other))
                .toList());
    assertTrue(outcomes.contains("true 250"), outcomes::toString);
    assertTrue(
        outcomes.stream().allMatch(each -> each.startsWith("true") || each.startsWith("409 ")),
        outcomes::toString);
    // Every later sync read only the first page.
    List<Integer> later = provider.offsets().stream().filter(offset -> offset > 0).toList();
    assertEquals(new HashSet<>(later).size(), later.size(), later::toString);
    assertEquals("2500.0 1000.0 0.0", sums(one));
    assertEquals("2500.0 1000.0 0.0", sums(other));
    var rules = Map.of(CHANNELS, "10=etsy", "GATEHOUSE_PRINTSHOP_COUNTED_STATUSES", "fulfilled");
    var third = new BooksOfOneNode(store.url(), place(rules), clock);
    assertEquals("2500.0 1000.0 0.0", sums(third));
    third.run("commerce.resumePrintshop");
    assertEquals("2500.0 1000.0 162.5", sums(third));
    third.close();
  }

  private static String sums(BooksOfOneNode node) throws Exception {
    node.changed();
    JsonObject data = node.call("commerce.printshopSummary").getJsonObject("data");
    return Stream.of("grossRevenue", "printshopCosts", "platformFees")
        .map(name -> data.getDouble(name).toString())
        .collect(Collectors.joining(" "));
  }

  @Test
  void keepsCopiedOrdersAndResumesAfterCancel() throws Exception {
    Future<String> begun = beginAndKeep(one);
    JsonObject cancelled = cancel(one);
    assertEquals("cancelled", cancelled.getString("state"));
    JsonObject counts = cancelled.getJsonObject("run").getJsonObject("counts");
    assertEquals("100 250", counts.getInteger("created") + " " + counts.getInteger("expected"));
    assertEquals("409 the sync was cancelled", begun.get());
    assertEquals(1_000.0, gross(one));
    assertEquals(cancelled, progress(one));

    provider.offsets().clear();
    assertEquals("true 250", sync(one));
    assertEquals(List.of(95, 190), provider.offsets());
    assertEquals("idle", state(one));
    assertEquals(2_500.0, gross(one));
  }

  @Test
  void cancelsFromAnotherNode() throws Exception {
    Future<String> begun = beginAndKeep(one);
    assertEquals("cancelled", cancel(other).getString("state"));
    // Each node checks for a cancellation every second.
    one.run("commerce.watchPrintshop");
    assertEquals("409 the sync was cancelled", begun.get());
    assertEquals("true 250", sync(other));
    assertEquals(1, provider.offsets().stream().filter(offset -> offset == 0).count());
  }

  /** The first request of a cancelled sync may arrive during the next one. */
  @Test
  void cancelsASyncThatHasJustStarted() throws Exception {
    int rounds = 20;
    provider.script(offset -> {
      go.acquireUninterruptibly();
      return null;
    });
    for (int round = 0; round < rounds; round++) {
      Future<String> begun = begin(one);
      Waiting.until(() -> !state(one).equals("idle") && !state(one).equals("cancelled"));
      assertEquals("cancelled", cancel(one).getString("state"));
      assertEquals("409 the sync was cancelled", begun.get());
    }
    go.release(ORDERS);
    assertEquals("true 250", sync(other));
    List<Integer> asked = provider.offsets();
    assertTrue(asked.size() <= rounds + 3, asked::toString);
    assertEquals(List.of(95, 190), asked.stream().filter(offset -> offset > 0).toList());
  }

  @Test
  void ignoresCancelWhenNoSyncRuns() throws Exception {
    assertEquals("idle", cancel(one).getString("state"));
    assertEquals("true 250", sync(one));
    JsonObject done = progress(one);
    assertEquals(done, cancel(other));
    assertEquals(done, progress(one));
  }

  /** In either order, the stored state matches the outcomes that both callers got. */
  @Test
  void reportsTrueOutcomeWhenCancelRacesTheEnd() throws Exception {
    for (int round = 0; round < 30; round++) {
      Future<String> begun = begin(one);
      JsonObject reported = cancel(round % 2 == 0 ? one : other);
      one.run("commerce.watchPrintshop");
      String outcome = begun.get();
      boolean wasCancelled = outcome.equals("409 the sync was cancelled");
      assertTrue(wasCancelled || outcome.startsWith("true"), outcome);
      assertEquals(wasCancelled ? "cancelled" : "idle", state(other), outcome);
      assertFalse(reported.getString("state").equals("running"), reported::encode);
    }
    assertEquals("true 250", sync(one));
  }

  /** A sync that waits out the rate limit sends no requests, and can be cancelled. */
  @Test
  void cancelsARateLimitedSyncAtOnce() throws Exception {
    provider.script(offset -> offset == 95 ? new Answer(429, "{}", "Retry-After", "60") : null);
    Future<String> begun = begin(one);
    Waiting.until(() -> provider.offsets().contains(95));
    cancel(one);
    assertEquals("409 the sync was cancelled", begun.get());
    assertEquals("cancelled", state(one));
  }

  /** Neither the job of interrupted syncs nor the daily job continues a cancelled sync. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void doesNotAutoResumeACancelledSync(boolean cutOffBefore) throws Exception {
    if (cutOffBefore) {
      provider.script(offset -> offset == 95 ? new Answer(404, "{}") : null);
      assertEquals("502", sync(one).substring(0, 3));
      assertEquals("interrupted", state(one));
      provider.heal();
    } else {
      beginAndKeep(one);
    }
    assertEquals("cancelled", cancel(other).getString("state"));
    one.run("commerce.watchPrintshop");
    provider.offsets().clear();
    clock.advance(Duration.ofMinutes(70));
    one.run("commerce.resumePrintshop");
    one.run("commerce.syncPrintshop");
    assertEquals(List.of(), provider.offsets());
    assertEquals("cancelled", state(one));

    clock.advance(Duration.ofHours(2));
    one.run("commerce.syncPrintshop");
    assertEquals(List.of(95, 190), provider.offsets());
    assertEquals("idle", state(one));
  }

  /** A cancellation does not fail the daily job: no failure is reported and no retry follows. */
  @Test
  void endsTheDailySyncWithoutErrorOnCancel() throws Exception {
    kept.add(95);
    Future<?> day =
        threads.submit(() -> {
          one.run("commerce.syncPrintshop");
          return null;
        });
    Waiting.until(() -> provider.offsets().contains(95));
    cancel(one);
    day.get();
    assertEquals("cancelled", state(one));
  }

  /** A node that froze during a request resumes after another node has begun a new sync. */
  @Test
  void keepsNewerSyncWhenAFrozenNodeWakes() throws Exception {
    Future<String> frozen = beginAndKeep(one);
    cancel(other);
    assertThrows(ApiException.class, () -> other.call("commerce.syncPrintshop"));
    clock.advance(Duration.ofSeconds(66));
    // The newer sync is at its last page when the frozen node detects the takeover.
    var newer = new Semaphore(0);
    provider.script(offset -> {
      if (offset == 190) {
        newer.acquireUninterruptibly();
      }
      return null;
    });
    Future<String> begun = begin(other);
    Waiting.until(() -> provider.offsets().contains(190));
    go.release(ORDERS);
    assertEquals("409 another sync has replaced this one", frozen.get());
    assertEquals("running", state(other));
    newer.release();
    assertEquals("true 250", begun.get());
  }

  @Test
  void cancelsAndRestartsSyncOfALostNode() throws Exception {
    beginAndKeep(one);
    clock.advance(Duration.ofMinutes(3));
    assertEquals("interrupted", state(other));
    assertEquals("cancelled", cancel(other).getString("state"));
    assertEquals("true 250", sync(other));
    assertEquals("idle", state(other));
  }
}
