package dev.gatehouse.outbox;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.time.TrustedClock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers due entries of one kind, on one node at a time. A blocked kind therefore does not delay
 * the others. An entry is marked before its delivery. If the node dies during the delivery, the
 * next lease holder delivers the entry again under the same id.
 */
public final class OutboxWorker {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxWorker.class);
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final int SERVER_ERROR = 500;

  private final Outbox outbox;
  private final Delivery delivery;
  private final Leases leases;
  private final String lease;
  private volatile boolean closed;

  /** Delivered entry whose delivery could not be stored yet. */
  private Optional<OutboxEntry> unreported = Optional.empty();

  /** Set after a store failure, when it is unknown which entries are marked as being delivered. */
  private boolean doubtful;

  /**
   * @param leases leases that last longer than one delivery
   */
  OutboxWorker(Outbox outbox, Delivery delivery, Leases leases) {
    this.outbox = outbox;
    this.delivery = delivery;
    this.leases = leases;
    this.lease = "outbox." + delivery.kind();
  }

  /** Creates a worker with separate leases for this node. */
  public static OutboxWorker of(
      Outbox outbox, Delivery delivery, Documents documents, TrustedClock clock) {
    // A delivery must end well before the lease does.
    Duration length = delivery.longest().plus(SKEW).multipliedBy(2);
    return new OutboxWorker(outbox, delivery, new Leases(documents, length, SKEW, clock.guarded()));
  }

  /** Delivers all due entries; blocks. */
  public void run() {
    try {
      deliverDue();
    } catch (RuntimeException e) {
      doubtful = true;
      throw e;
    }
  }

  private void deliverDue() {
    unreported.ifPresent(outbox::sent);
    unreported = Optional.empty();
    if (closed || !outbox.anyDue(delivery.kind())) {
      return;
    }
    while (!closed && mayContinue()) {
      Optional<OutboxEntry> next = outbox.takeNext(delivery.kind());
      if (next.isEmpty()) {
        return;
      }
      deliver(next.get());
    }
  }

  private boolean mayContinue() {
    Leases.Hold hold = leases.take(lease);
    if (hold == Leases.Hold.NEW || (hold == Leases.Hold.RENEWED && doubtful)) {
      long left = outbox.takeOver(delivery.kind());
      doubtful = false;
      if (left > 0) {
        LOG.info("{} entries with an unknown outcome will be delivered again", left);
      }
    }
    return hold != Leases.Hold.NO;
  }

  private void deliver(OutboxEntry entry) {
    Optional<DeliveryException> problem = handOver(entry);
    if (problem.isEmpty()) {
      unreported = Optional.of(entry);
      outbox.sent(entry);
      unreported = Optional.empty();
    } else {
      failed(entry, problem.get());
    }
  }

  /**
   * Delivers an entry and returns its failure. Any exception is caught, so that the entry cannot
   * block those behind it.
   */
  private Optional<DeliveryException> handOver(OutboxEntry entry) {
    try {
      delivery.carrier().deliver(entry);
      return Optional.empty();
    } catch (DeliveryException e) {
      return Optional.of(e);
    } catch (ApiException e) {
      boolean wrong = e.failure().status() < SERVER_ERROR;
      return Optional.of(
          new DeliveryException(
              wrong ? Outcome.REFUSED : Outcome.FAILED, e.failure().message(), e));
    } catch (RuntimeException e) {
      LOG.error("{} {} could not be delivered", entry.kind(), entry.id(), e);
      return Optional.of(new DeliveryException(Outcome.FAILED, "internal error", e));
    }
  }

  private void failed(OutboxEntry entry, DeliveryException problem) {
    boolean dead =
        problem.outcome() == Outcome.REFUSED
            || entry.progress().attempts() >= delivery.maxAttempts();
    State state = dead ? State.DEAD : State.WAITING;
    outbox.failed(entry, state, problem.getMessage());
    LOG.warn(
        "{} {} attempt {}: {} ({}); state is now {}",
        entry.kind(),
        entry.id(),
        entry.progress().attempts(),
        problem.getMessage(),
        problem.reason(),
        state);
  }

  /** Stops deliveries and releases the lease, so that another node can continue. */
  public void close() {
    closed = true;
    leases.giveBack(lease);
  }
}
