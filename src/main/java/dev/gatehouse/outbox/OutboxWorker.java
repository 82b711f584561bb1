package dev.gatehouse.outbox;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.time.TrustedClock;
import dev.gatehouse.tracing.Span;
import dev.gatehouse.tracing.Tracer;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Delivers due entries of one kind, on one node at a time. A blocked kind therefore does not delay
 * the others. An entry is marked before its delivery. If the node dies during the delivery, the
 * next lease holder delivers the entry again under the same id.
 */
public final class OutboxWorker {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxWorker.class);
  private static final Duration SKEW = Duration.ofSeconds(5);

  /** Name under which log lines show the request that enqueued an entry. */
  private static final String REQUEST = "request";

  private final Outbox outbox;
  private final Delivery delivery;
  private final Leases leases;
  private final Tracer tracer;
  private final String lease;
  private volatile boolean closed;

  /** Delivered entry whose delivery could not be stored yet. */
  private Optional<OutboxEntry> unreported = Optional.empty();

  /** Set after a store failure, when it is unknown which entries are marked as being delivered. */
  private boolean doubtful;

  /**
   * @param leases leases that last longer than one delivery
   */
  OutboxWorker(Outbox outbox, Delivery delivery, Leases leases, Tracer tracer) {
    this.outbox = outbox;
    this.delivery = delivery;
    this.leases = leases;
    this.tracer = tracer;
    this.lease = "outbox." + delivery.kind();
  }

  /**
   * Creates a worker with separate leases for this node.
   *
   * @param tracer continues the traces of the requests that have enqueued entries
   */
  public static OutboxWorker of(
      Outbox outbox, Delivery delivery, Documents documents, TrustedClock clock, Tracer tracer) {
    // A delivery must end well before the lease does.
    Duration length = delivery.longest().plus(SKEW).multipliedBy(2);
    return new OutboxWorker(
        outbox, delivery, new Leases(documents, length, SKEW, clock.guarded()), tracer);
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
    Span span =
        tracer.resume(entry.matter().trace(), "deliver " + entry.kind(), Span.Kind.CONSUMER);
    MDC.put(REQUEST, span.traceId());
    try {
      ScopedValue.where(Span.CURRENT, span).run(() -> attempt(entry, span));
    } finally {
      MDC.remove(REQUEST);
      span.end();
    }
  }

  private void attempt(OutboxEntry entry, Span span) {
    Optional<DeliveryException> problem = handOver(entry);
    problem.ifPresent(failure -> span.failed(failure.outcome().name()));
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
      boolean wrong = e.failure().status() < 500;
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
