package dev.gatehouse.outbox;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.time.TrustedClock;
import dev.gatehouse.tracing.Tracer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Waiting mail while the clock jumps or drifts: none is lost, and none waits for the jump's end.
 */
class OutboxClockTest {
  private static final String KIND = "parcel";
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path folder;
  private final TestClock time = new TestClock();
  private final TrustedClock clock = new TrustedClock(time, HOUR);
  private final List<String> delivered = new ArrayList<>();
  @AutoClose private EmbeddedStore store;
  private Documents documents;
  private Outbox outbox;
  private OutboxWorker worker;
  private boolean fails;

  private record Parcel(String text) {}

  @BeforeEach
  void open() {
    time.stop();
    store = EmbeddedStore.open(folder, false);
    documents = new Documents(store.documents(), new SecureRandom());
    outbox = new Outbox(documents, clock);
    documents.createIndexes();
    worker =
        OutboxWorker.of(
            outbox,
            new Delivery(KIND, 48, Duration.ofSeconds(1), this::deliver),
            documents,
            clock,
            Tracer.OFF);
  }

  private void deliver(OutboxEntry entry) throws DeliveryException {
    if (fails) {
      throw new DeliveryException(Outcome.FAILED, "not now", null);
    }
    delivered.add(entry.id());
  }

  private String enqueue() {
    String id = outbox.newId();
    outbox.enqueue(id, new OutboxRequest(KIND, new OutboxEntry.Matter("", ""), new Parcel("x")));
    return id;
  }

  private void pass(Duration duration) {
    time.advance(duration);
    clock.lookUnlessShared();
    worker.run();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT2M", "-PT2M", "PT1H", "-PT1H", "P1D", "-P1D", "P400D", "-P20000D"})
  void deliversMailDespiteJump(Duration jump) {
    fails = true;
    String before = enqueue();
    worker.run();
    time.jump(jump);
    clock.lookUnlessShared();
    String during = enqueue();
    worker.run();
    pass(Duration.ofSeconds(15));
    assertEquals(List.of(), delivered);
    fails = false;
    time.jump(jump.negated());
    pass(Duration.ofSeconds(1));
    pass(Duration.ofMinutes(3));
    assertEquals(Set.of(before, during), Set.copyOf(delivered));
    assertEquals(2, delivered.size());
    outbox.deleteOld();
    assertEquals(2, outbox.count(State.SENT), "the ids stay reserved");
  }

  @Test
  void retriesEarlyByNoJump() {
    fails = true;
    enqueue();
    worker.run();
    time.jump(Duration.ofDays(400));
    clock.lookUnlessShared();
    fails = false;
    worker.run();
    assertEquals(List.of(), delivered, "ten seconds have not passed");
    pass(Duration.ofSeconds(11));
    assertEquals(1, delivered.size());
  }

  @Test
  void deliversMailDuringSlowDrift() {
    fails = true;
    String id = enqueue();
    worker.run();
    fails = false;
    for (int i = 0; i < 20; i++) {
      time.jump(Duration.ofMillis(500));
      pass(Duration.ofSeconds(1));
    }
    assertEquals(List.of(id), delivered);
  }

  /** A clock that was wrong for more than an hour was trusted, and has stored such a time. */
  @ParameterizedTest
  @ValueSource(strings = {"PT2H", "P1D", "P400D"})
  void treatsFarDueTimesAsDue(Duration ahead) {
    String id = enqueue();
    JsonObject due = JsonObject.of("due", Bson.time(time.instant().plus(ahead)));
    store.documents().updateAll("outbox", JsonObject.of("_id", id), JsonObject.of("$set", due));
    assertTrue(outbox.anyDue(KIND));
    worker.run();
    assertEquals(List.of(id), delivered);
    assertFalse(outbox.anyDue(KIND));
  }
}
