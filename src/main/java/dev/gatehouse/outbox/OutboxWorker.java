package dev.gatehouse.notifications.mail;

import dev.gatehouse.notifications.mail.Outbox.Entry;
import dev.gatehouse.store.Leases;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is due in the outbox, on one node at a time. A letter is marked before it is handed
 * over: if the node dies in between, whoever takes the lease next sends it again under the same id.
 */
public final class OutboxJob {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxJob.class);
  private static final String LEASE = "outbox";

  private final Outbox outbox;
  private final PostOffice post;
  private final Leases leases;
  private final InstantSource clock;
  private volatile boolean closed;

  /** A letter that has gone, which the store could not be told. */
  private Optional<Entry> untold = Optional.empty();

  /** Set when the store failed: nobody knows which letters are marked as being handed over. */
  private boolean doubtful;

  /**
   * @param leases longer than handing over one letter takes
   */
  public OutboxJob(Outbox outbox, PostOffice post, Leases leases, InstantSource clock) {
    this.outbox = outbox;
    this.post = post;
    this.leases = leases;
    this.clock = clock;
  }

  /** Sends everything that is due now; blocks. */
  public void run() {
    try {
      sendDue();
    } catch (RuntimeException e) {
      doubtful = true;
      throw e;
    }
  }

  private void sendDue() {
    untold.ifPresent(gone -> outbox.sent(gone, clock.instant()));
    untold = Optional.empty();
    if (closed || !outbox.anyDue(clock.instant())) {
      return;
    }
    while (!closed && mayGoOn()) {
      Optional<Entry> next = outbox.takeNext(clock.instant());
      if (next.isEmpty()) {
        return;
      }
      send(next.get());
    }
  }

  private boolean mayGoOn() {
    Leases.Hold hold = leases.take(LEASE);
    if (hold == Leases.Hold.NEW || (hold == Leases.Hold.RENEWED && doubtful)) {
      long left = outbox.takeOver();
      doubtful = false;
      if (left > 0) {
        LOG.info("{} mails whose outcome is unknown are sent again", left);
      }
    }
    return hold != Leases.Hold.NO;
  }

  private void send(Entry entry) {
    try {
      post.send(entry.letter(), entry.messageId(), entry.times().createdAt());
      untold = Optional.of(entry);
      outbox.sent(entry, clock.instant());
      untold = Optional.empty();
    } catch (MailException e) {
      Outbox.State state = outbox.failed(entry, e, clock.instant());
      LOG.warn(
          "mail {} attempt {}: {} ({}); it is {} now",
          entry.id(),
          entry.progress().attempts(),
          e.getMessage(),
          e.reason(),
          state);
    }
  }

  /** Sends nothing more and lets another node go on. */
  public void close() {
    closed = true;
    leases.giveBack(LEASE);
  }
}
