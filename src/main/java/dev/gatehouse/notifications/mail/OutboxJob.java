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
    return switch (leases.take(LEASE)) {
      case NO -> false;
      case RENEWED -> true;
      case NEW -> {
        long left = outbox.takeOver();
        if (left > 0) {
          LOG.info("{} mails whose outcome is unknown are sent again", left);
        }
        yield true;
      }
    };
  }

  private void send(Entry entry) {
    try {
      post.send(entry.letter(), entry.messageId(), entry.times().createdAt());
      outbox.sent(entry, clock.instant());
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
