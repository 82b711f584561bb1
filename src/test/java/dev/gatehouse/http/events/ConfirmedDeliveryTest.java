package dev.gatehouse.http.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.http.events.EventStreams.ConfirmedDelivery;
import dev.gatehouse.security.StateConfirmation;
import io.vertx.core.Promise;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events of streams while revocations cannot be read, on a clock that the test moves. */
class ConfirmedDeliveryTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Deque<Promise<Void>> reads = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();
  private final StateConfirmation confirmation = new StateConfirmation(true, nanos::get);
  private final ConfirmedDelivery delivery =
      new ConfirmedDelivery(confirmation, Runnable::run, () -> done.add("ended"));

  @BeforeEach
  void confirm() {
    confirmation.readBy(() -> {
      reads.add(Promise.promise());
      return reads.getLast().future();
    });
    confirmation.confirm(confirmation.now());
  }

  private void send(String event) {
    delivery.run(() -> done.add(event));
  }

  private void succeed() {
    confirmation.confirm(confirmation.now());
    reads.remove().complete();
  }

  @Test
  void deliversInOrderAfterRead() {
    send("1");
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
    send("2");
    send("3");
    assertEquals(List.of("1"), done);
    succeed();
    assertEquals(List.of("1", "2"), done, "the third arrived during the read");
    succeed();
    send("4");
    assertEquals(List.of("1", "2", "3", "4"), done);
  }

  @Test
  void endsStreamsWhenRevocationsAreUnknown() {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
    send("1");
    send("2");
    reads.remove().fail("the store is away");
    assertEquals(List.of("ended"), done);
  }

  @Test
  void limitsWaitingEvents() {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
    for (int i = 0; i <= 1_001; i++) {
      send("event");
    }
    assertEquals(List.of("ended"), done);
  }
}
