package dev.gatehouse.outbox;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers what is due of one kind, on one node at a time, so that a kind whose way out hangs costs
 * the others nothing. An entry is marked before it is handed over: if the node dies in between,
 * whoever takes the lease next delivers it again under the same id.
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

  /** An entry that has gone, which the store could not be told. */
  private Optional<OutboxEntry> unreported = Optional.empty();

  /** Set when the store failed: nobody knows which entries are marked as being handed over. */
  private boolean doubtful;

  /**
   * @param leases longer than handing over one entry takes
   */
  OutboxWorker(Outbox outbox, Delivery delivery, Leases leases) {
    this.outbox = outbox;
    this.delivery = delivery;
    this.leases = leases;
    this.lease = "outbox." + delivery.kind();
  }

  /** A worker of its own on this node. */
  public static OutboxWorker of(
      Outbox outbox, Delivery delivery, Documents documents, InstantSource clock) {
    // Handing one entry over must end well before the lease does.
    Duration length = delivery.longest().plus(SKEW).multipliedBy(2);
    return new OutboxWorker(outbox, delivery, new Leases(documents, length, SKEW, clock));
  }

  /** Delivers everything that is due now; blocks. */
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
        LOG.info("{} entries whose outcome is unknown are delivered again", left);
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

  /** An entry that cannot be delivered, whatever its fault, must not hold up those behind it. */
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
      LOG.error("{} {} could not be handed over", entry.kind(), entry.id(), e);
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
        "{} {} attempt {}: {} ({}); it is {} now",
        entry.kind(),
        entry.id(),
        entry.progress().attempts(),
        problem.getMessage(),
        problem.reason(),
        state);
  }

  /** Delivers nothing more and lets another node go on. */
  public void close() {
    closed = true;
    leases.giveBack(lease);
  }
}
