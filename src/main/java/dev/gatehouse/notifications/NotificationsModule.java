package dev.gatehouse.notifications;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.notifications.mail.Outbox;
import dev.gatehouse.notifications.mail.OutboxJob;
import dev.gatehouse.notifications.mail.PostOffice;
import dev.gatehouse.notifications.push.HostNames;
import dev.gatehouse.notifications.push.PushClient;
import dev.gatehouse.notifications.push.PushOperations;
import dev.gatehouse.notifications.push.PushSender;
import dev.gatehouse.notifications.push.PushTargets;
import dev.gatehouse.notifications.push.Subscriptions;
import dev.gatehouse.notifications.push.VapidKeys;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Puts the notifications area together over its collections. */
public final class NotificationsModule {
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final Duration NOTIFICATIONS_KEPT = Duration.ofDays(90);
  private static final Duration SENT_KEPT = Duration.ofDays(30);

  private final Outbox outbox;
  private final OutboxJob outboxJob;
  private final HireForms hireForms;
  private final NotificationRepository book;
  private final DailyReport report;
  private final NotificationsArea area;
  private final InstantSource clock;

  /**
   * @param figures messages of other areas that the daily report asks, see {@link DailyReport}
   * @param vapidKeys what {@link VapidKeys#generate} made, the same on every node
   */
  public NotificationsModule(
      Vertx vertx,
      Settings settings,
      Documents documents,
      Dispatcher dispatcher,
      String vapidKeys,
      List<String> figures,
      InstantSource clock) {
    this.clock = clock;
    PostOffice post = PostOffice.open(vertx, settings);
    // Handing one letter over must end well before the lease does.
    Duration lease = settings.smtp().timeout().plus(SKEW).multipliedBy(2);
    outbox = new Outbox(documents, post.domain(), settings.mail().maxAttempts());
    outboxJob = new OutboxJob(outbox, post, new Leases(documents, lease, SKEW, clock), clock);
    hireForms = new HireForms(documents);
    book = new NotificationRepository(documents);
    report =
        new DailyReport(
            outbox,
            List.of(
                new DailyReport.Figure("notifications", book::countBetween),
                new DailyReport.Figure("hire forms", hireForms::countBetween)),
            figures,
            dispatcher,
            clock);
    var keys = new VapidKeys(vapidKeys, contact(settings), clock);
    int parallel = settings.push().parallel();
    var targets =
        new PushTargets(
            settings.push().hosts(),
            settings.push().privateNetworks(),
            new HostNames(InetAddress::getAllByName, parallel));
    var subscriptions = new Subscriptions(documents);
    var sender =
        new PushSender(
            subscriptions,
            targets,
            new PushClient(vertx, keys, parallel),
            parallel,
            settings.push().budget());
    area =
        new NotificationsArea(
            new MailOperations(post, outbox, clock),
            outboxJob,
            List.of(
                new HireOperations(hireForms, outbox, clock).operations(),
                new NotificationOperations(book, post, outbox, sender, dispatcher, clock)
                    .operations(),
                new PushOperations(
                        subscriptions,
                        targets,
                        sender,
                        keys,
                        settings.push().maxSubscriptions(),
                        clock)
                    .operations()));
  }

  /** Push services refuse senders whom they cannot write to. */
  private static String contact(Settings settings) {
    if (!settings.push().contact().isEmpty()) {
      return settings.push().contact();
    }
    if (!settings.owner().email().isEmpty()) {
      return "mailto:" + settings.owner().email();
    }
    String site = settings.publicAddress().url();
    return site.startsWith("https://") ? site : "mailto:owner@example.org";
  }

  /** Makes the indexes; blocks. */
  public void prepare() {
    outbox.prepare();
    hireForms.prepare();
    book.prepare();
  }

  public Area area() {
    return area;
  }

  /** What is to be done every second; blocks. */
  public void work() {
    report.run();
    outboxJob.run();
  }

  /** Forgets what nobody needs any more; blocks. */
  public void deleteExpired() {
    outbox.forgetSent(clock.instant().minus(SENT_KEPT));
    book.forgetBefore(clock.instant().minus(NOTIFICATIONS_KEPT));
  }
}
