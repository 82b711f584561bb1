package dev.gatehouse.outbox;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Outbox.OutboxSchedule;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.tracing.Tracer;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outbox for any kind of entry: retry, death, cancellation, and workers of two nodes. */
class OutboxWorkerTest {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final int MAX_ATTEMPTS = 3;

  private final TestClock clock = TestClock.stoppedAt(Instant.parse("2026-11-21T12:00:00Z"));
  private final Vertx vertx = Vertx.vertx();
  private final List<String> delivered = new ArrayList<>();
  private DocumentServer store;
  private Documents documents;
  private Outbox outbox;

  private record Parcel(String text) {}

  @BeforeEach
  void open() {
    store = DocumentServer.start();
    documents = TestDocuments.at(vertx, store.url());
    outbox = new Outbox(documents, clock.trusted());
    documents.createIndexes();
  }

  @AfterEach
  void close() {
    vertx.close().await();
    store.close();
  }

  @Test
  void doublesRetryPauseUpToOneHour() {
    assertEquals(Duration.ofSeconds(10), OutboxSchedule.pause(1));
    assertEquals(Duration.ofSeconds(20), OutboxSchedule.pause(2));
    assertEquals(Duration.ofSeconds(2560), OutboxSchedule.pause(9));
    assertEquals(Duration.ofHours(1), OutboxSchedule.pause(10));
    assertEquals(Duration.ofHours(1), OutboxSchedule.pause(48));
  }

  /**
   * The next node starts when the dead node's lease expires, and delivers its entries in progress
   * too.
   */
  @Test
  void deliversEntriesOfDeadNode() {
    OutboxWorker first =
        worker(entry -> {
          throw new DeliveryException(Outcome.FAILED, "not now", null);
        });
    String failed = enqueue("failed");
    first.run();
    expect(failed, State.WAITING, 1);
    String inHand = enqueue("in hand");
    assertEquals(inHand, outbox.takeNext("parcel").orElseThrow().id());

    OutboxWorker next = worker(this::deliver);
    clock.advance(LEASE);
    next.run();
    expect(failed, State.WAITING, 1);
    expect(inHand, State.SENDING, 1);
    clock.advance(SKEW.multipliedBy(2));
    next.run();
    expect(failed, State.SENT, 2);
    expect(inHand, State.SENT, 2);
    assertEquals(2, delivered.size());
  }

  @Test
  void reportsADeliveryThatDoesNotSucceed() {
    Duration age = Duration.ofMinutes(15);
    enqueue("waits");
    worker(
            entry -> {
              throw new DeliveryException(Outcome.FAILED, "not now", null);
            })
        .run();
    assertFalse(outbox.isStuck("parcel", age));
    clock.advance(age.plusSeconds(1));
    assertTrue(outbox.isStuck("parcel", age));
    assertFalse(outbox.isStuck("letter", age));
    enqueue("later");
    worker(this::deliver).run();
    assertFalse(outbox.isStuck("parcel", age), "deliveries succeed again");
  }

  /**
   * Entries behind a failing entry are delivered. The failing one finally becomes dead and is
   * reported.
   */
  @ParameterizedTest
  @CsvSource({"REFUSED, 1", "FAILED, 3", "FAILURE_400, 1", "FAILURE_502, 3", "BUG, 3"})
  void deliversOthersWhenOneEntryFails(String fault, int attempts) {
    String bad = enqueue("bad");
    clock.advance(Duration.ofSeconds(1));
    String good = enqueue("good");
    OutboxWorker worker =
        worker(entry -> {
          if (entry.id().equals(bad)) {
            fail(fault);
          }
          deliver(entry);
        });
    worker.run();
    expect(good, State.SENT, 1);
    for (int attempt = 1; attempt < attempts; attempt++) {
      expect(bad, State.WAITING, attempt);
      clock.advance(Duration.ofHours(1));
      worker.run();
    }
    OutboxEntry dead = expect(bad, State.DEAD, attempts);
    assertFalse(dead.progress().error().isEmpty());
    clock.advance(Duration.ofDays(1));
    worker.run();
    expect(bad, State.DEAD, attempts);
    assertEquals(1, outbox.count(State.DEAD));
    assertEquals(List.of("good"), delivered);
  }

  private static void fail(String fault) throws DeliveryException {
    switch (fault) {
      case "FAILURE_400" -> throw ApiError.invalid("subject", "must not be blank").exception();
      case "FAILURE_502" ->
          throw ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "no answer").exception();
      case "BUG" -> throw new IllegalStateException("a bug");
      default -> throw new DeliveryException(Outcome.valueOf(fault), "no", null);
    }
  }

  @Test
  void ignoresEntriesOfOtherKinds() {
    outbox.enqueue(
        outbox.newId(),
        new OutboxRequest("letter", new OutboxEntry.Matter("", "t"), new Parcel("x")));
    worker(this::deliver).run();
    assertEquals(List.of(), delivered);
    assertEquals(1, outbox.count(State.WAITING));
  }

  @Test
  void neverDeliversWithdrawnEntries() {
    OutboxWorker worker = worker(this::deliver);
    String waiting = enqueue("waiting");
    assertTrue(outbox.withdraw(waiting, "parcel"));
    assertTrue(outbox.withdraw(waiting, "parcel"), "asked again after a lost reply");
    String yetToCome = outbox.newId();
    assertTrue(outbox.withdraw(yetToCome, "parcel"));
    assertFalse(outbox.enqueue(yetToCome, request("late")));
    worker.run();
    assertEquals(List.of(), delivered);

    String gone = enqueue("gone");
    worker.run();
    assertFalse(outbox.withdraw(gone, "parcel"));
    String tried = enqueue("tried");
    worker(entry -> fail("FAILED")).run();
    clock.advance(LEASE.plus(SKEW).multipliedBy(2));
    worker(entry -> fail("FAILED")).run();
    assertFalse(outbox.withdraw(tried, "parcel"), "perhaps it arrived");
    clock.advance(Duration.ofDays(31));
    outbox.deleteOld();
    assertTrue(outbox.find(waiting).isEmpty());
    assertTrue(outbox.find(gone).isEmpty());
    assertTrue(outbox.find(tried).isPresent(), "what has not gone is kept");
  }

  /** Thirty entries, each enqueued and delivered by both nodes concurrently. */
  @Test
  void deliversEachEntryOnceFromTwoNodes() throws Exception {
    var counts = new ConcurrentHashMap<String, AtomicInteger>();
    Delivery.Carrier counting =
        entry ->
            counts
                .computeIfAbsent(entry.body(Parcel.class).text(), first -> new AtomicInteger())
                .incrementAndGet();
    List<OutboxWorker> workers = List.of(worker(counting), worker(counting));
    List<String> ids = IntStream.range(0, 30).mapToObj(i -> outbox.newId()).toList();
    var promised = new AtomicInteger();
    var go = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int copy = 0; copy < 2; copy++) {
        ids.forEach(id ->
            threads.submit(() -> {
              go.await();
              return outbox.enqueue(id, request(id)) ? promised.incrementAndGet() : 0;
            }));
      }
      workers.forEach(worker ->
          threads.submit(() -> {
            go.await();
            while (outbox.count(State.SENT) < ids.size()) {
              worker.run();
            }
            return null;
          }));
      go.countDown();
    }
    assertEquals(ids.size(), promised.get());
    assertEquals(ids.size(), counts.size());
    assertTrue(counts.values().stream().allMatch(count -> count.get() == 1), counts.toString());
  }

  private OutboxWorker worker(Delivery.Carrier carrier) {
    var delivery = new Delivery("parcel", MAX_ATTEMPTS, Duration.ofSeconds(10), carrier);
    return new OutboxWorker(
        outbox, delivery, new Leases(documents, LEASE, SKEW, clock), Tracer.OFF);
  }

  private void deliver(OutboxEntry entry) {
    delivered.add(entry.body(Parcel.class).text());
  }

  private String enqueue(String text) {
    String id = outbox.newId();
    assertTrue(outbox.enqueue(id, request(text)));
    assertFalse(outbox.enqueue(id, request(text)));
    return id;
  }

  private static OutboxRequest request(String text) {
    return new OutboxRequest("parcel", new OutboxEntry.Matter("", text), new Parcel(text));
  }

  private OutboxEntry expect(String id, State state, int attempts) {
    OutboxEntry entry = outbox.find(id).orElseThrow();
    assertEquals(state, entry.progress().state());
    assertEquals(attempts, entry.progress().attempts());
    return entry;
  }
}
