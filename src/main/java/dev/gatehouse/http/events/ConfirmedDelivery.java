package dev.gatehouse.http.events;

import module java.base;

import dev.gatehouse.security.StateConfirmation;

/**
 * Order of deliveries that wait until all revocations are known that were stored before. Used on
 * one event loop.
 */
final class ConfirmedDelivery {
  /** Maximum number of deliveries that wait for one read. */
  private static final int MAX_WAITING = 1_000;

  private final StateConfirmation confirmation;
  private final Executor loopExecutor;
  private final Runnable failed;
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean confirming;

  /**
   * @param loopExecutor runs work on the event loop
   * @param failed runs if revocations cannot be read; the waiting deliveries are dropped
   */
  ConfirmedDelivery(StateConfirmation confirmation, Executor loopExecutor, Runnable failed) {
    this.confirmation = confirmation;
    this.loopExecutor = loopExecutor;
    this.failed = failed;
  }

  /** Runs a delivery, now or after a read. */
  void run(Runnable delivery) {
    if (!confirming && confirmation.isFresh()) {
      delivery.run();
      return;
    }
    waiting.add(delivery);
    if (!confirming) {
      confirm();
    } else if (waiting.size() > MAX_WAITING) {
      fail();
    }
  }

  private void confirm() {
    confirming = true;
    List<Runnable> deliveries = List.copyOf(waiting);
    waiting.clear();
    confirmation
        .refresh()
        .onComplete(read -> loopExecutor.execute(() -> confirmed(deliveries, read.succeeded())));
  }

  private void confirmed(List<Runnable> deliveries, boolean read) {
    confirming = false;
    if (!read) {
      fail();
      return;
    }
    deliveries.forEach(Runnable::run);
    if (!waiting.isEmpty()) {
      confirm();
    }
  }

  private void fail() {
    waiting.clear();
    failed.run();
  }
}
