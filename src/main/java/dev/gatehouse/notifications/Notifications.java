package dev.gatehouse.notifications;

import dev.gatehouse.bus.Area;
import dev.gatehouse.notifications.mail.Outbox;
import dev.gatehouse.notifications.mail.OutboxJob;
import dev.gatehouse.notifications.mail.PostOffice;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Puts the notifications area together over its collections. */
public final class Notifications {
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final Duration SENT_KEPT = Duration.ofDays(30);

  private final Outbox outbox;
  private final OutboxJob outboxJob;
  private final HireForms hireForms;
  private final NotificationsArea area;
  private final InstantSource clock;

  public Notifications(Vertx vertx, Settings settings, Documents documents, InstantSource clock) {
    this.clock = clock;
    PostOffice post = PostOffice.open(vertx, settings);
    // Handing one letter over must end well before the lease does.
    Duration lease = settings.smtp().timeout().plus(SKEW).multipliedBy(2);
    outbox = new Outbox(documents, post.domain(), settings.mail().maxAttempts());
    outboxJob = new OutboxJob(outbox, post, new Leases(documents, lease, SKEW, clock), clock);
    hireForms = new HireForms(documents);
    area =
        new NotificationsArea(
            new MailDesk(post, outbox, clock),
            outboxJob,
            List.of(new HireDesk(hireForms, outbox, clock).operations()));
  }

  /** Makes the indexes; blocks. */
  public void prepare() {
    outbox.prepare();
    hireForms.prepare();
  }

  public Area area() {
    return area;
  }

  /** What is to be done every second; blocks. */
  public void work() {
    outboxJob.run();
  }

  /** Forgets what nobody needs any more; blocks. */
  public void deleteExpired() {
    outbox.forgetSent(clock.instant().minus(SENT_KEPT));
  }
}
