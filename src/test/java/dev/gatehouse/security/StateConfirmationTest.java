package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.junit.jupiter.api.Test;

/** The age of the security state, on a monotonic clock that a test moves. */
class StateConfirmationTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final StateConfirmation confirmation = new StateConfirmation(true, nanos::get);
  private final Deque<Promise<Void>> reads = new ArrayDeque<>();

  private void pause(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void isFreshForOneSecondFromBeginOfRead() {
    assertFalse(confirmation.isFresh(), "nothing was read yet");
    long begin = confirmation.now();
    pause(400);
    confirmation.confirm(begin);
    pause(599);
    assertTrue(confirmation.isFresh());
    pause(1);
    assertFalse(confirmation.isFresh());
  }

  /** A node that stops at any step of a read admits nothing from before the stop. */
  @Test
  void isNotFreshAfterPauseAtAnyStep() {
    for (int step = 0; step < 3; step++) {
      pauseIf(step == 0);
      long begin = confirmation.now();
      pauseIf(step == 1);
      confirmation.confirm(begin);
      pauseIf(step == 2);
      assertTrue(step == 0 || !confirmation.isFresh(), "paused at step " + step);
    }
  }

  private void pauseIf(boolean now) {
    pause(now ? 8_000 : 0);
  }

  @Test
  void needsNoReadWithoutOtherNodes() {
    var alone = new StateConfirmation(false, nanos::get);
    pause(TimeUnit.DAYS.toMillis(1));
    assertTrue(alone.isFresh());
  }

  @Test
  void failsBeforeAreaIsPrepared() throws InterruptedException {
    assertTrue(confirmation.refresh().failed());
    confirmation.readBy(Future::succeededFuture);
    assertTrue(confirmation.refresh().succeeded());
    var elsewhere = new AtomicReference<Future<Void>>();
    Thread.ofVirtual().start(() -> elsewhere.set(confirmation.refresh())).join();
    assertTrue(elsewhere.get().succeeded(), "on another thread");
  }

  /** A change may be stored after the running read has passed it. */
  @Test
  void startsNewReadForCallersDuringRead() {
    confirmation.readBy(() -> {
      reads.add(Promise.promise());
      return reads.getLast().future();
    });
    Future<Void> first = confirmation.refresh();
    Future<Void> second = confirmation.refresh();
    Future<Void> third = confirmation.refresh();
    assertTrue(reads.size() == 1 && !first.isComplete());
    reads.remove().complete();
    assertTrue(first.succeeded() && !second.isComplete());
    assertTrue(reads.size() == 1, "one read for all callers");
    reads.remove().fail("the store is away");
    assertTrue(second.failed() && third.failed());
    Future<Void> fourth = confirmation.refresh();
    reads.remove().complete();
    assertTrue(fourth.succeeded());
  }
}
