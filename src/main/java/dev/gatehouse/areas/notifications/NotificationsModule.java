package dev.gatehouse.areas.notifications;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.HourlyPlaces;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.sequence.EventSequence;
import dev.gatehouse.areas.notifications.channels.ChannelMessage;
import dev.gatehouse.areas.notifications.channels.NotificationChannels;
import dev.gatehouse.areas.notifications.mail.PostOffice;
import dev.gatehouse.areas.notifications.push.PushClient;
import dev.gatehouse.areas.notifications.push.PushOperations;
import dev.gatehouse.areas.notifications.push.PushSender;
import dev.gatehouse.areas.notifications.push.PushTargets;
import dev.gatehouse.areas.notifications.push.Subscriptions;
import dev.gatehouse.areas.notifications.push.VapidKeys;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Message;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.NotificationMessages;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxWorker;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.pages.PageFile;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.provider.HostNames;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DeletedRecords;

/**
 * Composes the notifications area: email, hire forms, notifications, push, and the daily report.
 */
public final class NotificationsModule {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration DIGESTS = Duration.ofMinutes(10);

  /** Interval of looking for notifications whose node stopped before it added them. */
  private static final Duration SEQUENCE_LOOK = Duration.ofSeconds(5);

  private static final Duration NOTIFICATIONS_KEPT = Duration.ofDays(90);

  private NotificationsModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    settings.section("retention").duration("hireForms");
    settings.section("retention").duration("spam");
    settings.section("hire").number("mailsPerHour", 1);
    settings.section("hire").number("maxPerHour", 1);
    PushSettings.read(settings.section("push"));
    NotificationChannels.readSettings(settings.section("channels"));
  }

  /**
   * Creates the area's module over a node's documents.
   *
   * @param figures messages of other areas that supply figures, see {@link DailyReport}
   * @param samples creates an email of each kind of all areas, for previews
   */
  public static AreaModule of(
      NodeServices node,
      List<Message<Figures.Period, Figures>> figures,
      Supplier<Map<String, Email>> samples)
      throws IOException {
    Settings settings = node.settings();
    var clock = node.clock();
    PostOffice post = PostOffice.open(node.vertx(), settings, node.pages().mailLogo());
    Outbox outbox = node.outbox();
    var worker =
        OutboxWorker.of(
            outbox,
            post.delivery(settings.mail().maxAttempts(), settings.smtp().timeout()),
            node.documents(),
            clock,
            node.dispatcher().tracer());
    var hireForms = new HireForms(node.documents());
    var repository = new NotificationRepository(node.documents());
    var sequence =
        new EventSequence(
            NotificationMessages.STREAMED, repository, node.documents(), node.dispatcher(), clock);
    List<DailyReport.OwnFigure> own =
        List.of(
            new DailyReport.OwnFigure("notifications", repository::countBetween),
            new DailyReport.OwnFigure("hire requests", hireForms::countBetween),
            new DailyReport.OwnFigure("hire requests marked as spam", hireForms::countSpam));
    var report = new DailyReport(node, own, figures);
    PushOperations push = push(node);
    var contents = new OwnerMails(node.pages(), settings.owner().email(), new MailLinks(settings));
    NotificationChannels channels = NotificationChannels.of(node, push.sender());
    var unsent =
        new UnsentNotifications(
            repository,
            outbox,
            contents,
            channels,
            Collections.max(List.of(settings.smtp().timeout(), push.sender().budget()))
                .plus(MINUTE),
            clock.guarded());
    var outage = new MailOutage(outbox, channels, node.pages(), clock.guarded());
    var preferences = new Preferences(node.documents(), repository, clock.guarded());
    var notifications =
        new NotificationOperations(
            repository,
            sequence,
            post,
            contents,
            push.sender(),
            unsent,
            preferences,
            node.dispatcher(),
            clock.guarded());
    var hire = settings.section("hire");
    var places = new HourlyPlaces(node.documents(), "ownerMails", clock.guarded());
    var hireMails =
        new HireMails(
            hireForms, outbox, contents, places, hire.number("mailsPerHour", 1), clock.guarded());
    var hires =
        new HireOperations(
            hireForms,
            new DeletedRecords(node.documents(), clock.guarded()),
            hireMails,
            outbox,
            contents,
            hire.number("maxPerHour", 1),
            clock.guarded());
    String logo = node.pages().mailLogo().map(PageFile::path).orElse("");
    var mail = new MailOperations(post, outbox, contents, samples, logo, clock);
    var area =
        Area.of(
            "notifications",
            List.of(
                mail.operations(),
                hires.operations(),
                notifications.operations(),
                preferences.operations(),
                channels.operations(),
                Map.of(
                    "notifications.nextReport",
                    Area.returning(DailyReport.Preview.class, report::preview)),
                push.operations()),
            mail.messages(),
            worker::close);
    AreaModule module = AreaModule.of(area);
    channels.addTo(module, node);
    return module
        .addPreparation(hireForms::prepare)
        .addPreparation(push.subscriptions()::prepare)
        .everySecond("outbox.mail", worker::run)
        .everywhere(SEQUENCE_LOOK, "notifications.sequence", sequence::look)
        .onAny(NotificationMessages.CREATED, sequence::wake)
        .expiring("notifications.deleteOldEvents", clock, EventSequence.KEPT, sequence::deleteOld)
        .daily(DailyReport.TIME, settings.ownerZone(), "notifications.report", report::run)
        .every(MINUTE, "notifications.queueMessages", unsent::queue)
        .every(DIGESTS, "notifications.resendHireMails", hireMails::sendMissing)
        .retaining(
            "notifications.forgetHires",
            clock,
            settings.section("retention").duration("hireForms"),
            hireForms::deleteOld)
        .retaining(
            "notifications.forgetSpam",
            clock,
            settings.section("retention").duration("spam"),
            hireForms::deleteOldSpam)
        .expiring("notifications.forgetPlaces", clock, Duration.ZERO, places::deleteExpired)
        .every(MINUTE, "notifications.reportMailOutage", outage::report)
        .every(HOUR, "outbox.forgetOld", outbox::deleteOld)
        .expiring("notifications.forgetOld", clock, NOTIFICATIONS_KEPT, repository::deleteOld)
        .expiring(
            "notifications.forgetVisitors",
            clock,
            Duration.ZERO,
            push.subscriptions()::deleteExpired);
  }

  private static PushOperations push(NodeServices node) throws IOException {
    PushSettings settings = PushSettings.read(node.settings().section("push"));
    var keys = new VapidKeys(vapidKeys(node), contact(settings, node.settings()), node.clock());
    int parallel = settings.parallel();
    var targets =
        new PushTargets(
            settings.hosts(),
            settings.privateNetworks(),
            new HostNames(InetAddress::getAllByName, parallel)::resolve);
    var subscriptions =
        new Subscriptions(
            node.documents(), settings.maxSubscriptions(), node.random(), node.clock());
    var sender =
        new PushSender(
            subscriptions,
            targets,
            PushClient.of(node.providers(), keys, parallel),
            parallel,
            settings.budget());
    return new PushOperations(subscriptions, targets, sender, keys);
  }

  /** Returns the keys that identify this service to push services. All nodes must share them. */
  private static String vapidKeys(NodeServices node) throws IOException {
    String own = node.secrets().keep("vapid-keys", () -> VapidKeys.generate(node.random()));
    return node.documents().secret("vapid-keys", own);
  }

  /** Push services reject senders without a contact address. */
  private static String contact(PushSettings push, Settings settings) {
    if (!push.contact().isEmpty()) {
      return push.contact();
    }
    if (!settings.owner().email().isEmpty()) {
      return "mailto:" + settings.owner().email();
    }
    String site = settings.publicAddress().url();
    return site.startsWith("https://") ? site : "mailto:owner@example.org";
  }

  /** Returns emails with sample data by their kind, for previews. */
  public static Map<String, Email> mailSamples(Pages pages, MailLinks links) {
    var contents = new OwnerMails(pages, "", links);
    return Map.of(
        "hire",
            contents.hire(
                form(
                    new HireForms.Client("Maria Lindqvist", "maria@example.com", "Lindqvist & Co."),
                    new HireForms.Project("website", "5k-10k", null, "three months"),
                    null)),
        "hire-short",
            contents.hire(
                form(HireForms.Client.UNKNOWN, HireForms.Project.UNKNOWN, "A bakery's website")),
        "hire-digest",
            contents.digest(
                List.of(
                    form(HireForms.Client.UNKNOWN, HireForms.Project.UNKNOWN, "A logo"),
                    form(HireForms.Client.UNKNOWN, HireForms.Project.UNKNOWN, "A website"))),
        "notification", contents.notification("Backup complete", "12 files, 340 MB in 18 seconds"),
        "test", contents.test("maria@example.com"),
        "report",
            Email.toOwner(
                "",
                DailyReport.draft(
                        pages,
                        LocalDate.of(2026, 11, 2),
                        ZoneId.of("America/New_York"),
                        "QK4M7TZP",
                        List.of(
                            sample(links, "notifications", "3", "notifications"),
                            sample(links, "hire requests", "1", "inbox"),
                            sample(links, "shop orders", "4", "orders")))
                    .mail()));
  }

  private static Fact sample(MailLinks links, String name, String count, String page) {
    return new Fact(name, count, links.base("") + "/console#/" + page);
  }

  private static HireForms.HireForm form(
      HireForms.Client client, HireForms.Project project, String subject) {
    String text = "We need a website for our bakery.\nIt should take orders for cakes.";
    return new HireForms.HireForm(
        "65f0c2a9b7e4d81c3a5f6e04",
        client,
        project,
        new HireForms.Request(subject, text),
        Instant.EPOCH,
        HireForms.Handling.NONE,
        HireSignals.NONE);
  }

  /** Tells the owner by push and by the channels that emails wait, once a day. */
  record MailOutage(
      Outbox outbox, NotificationChannels channels, Pages pages, InstantSource clock) {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int ID_BYTES = 12;

    /** Enqueues the message while emails wait. A repeated call on one day enqueues nothing. */
    void report() {
      outbox.delayed(Email.KIND, PATIENCE).ifPresent(this::enqueue);
    }

    private void enqueue(Outbox.Delayed delayed) {
      Instant now = clock.instant();
      String id = Sha256.hex("mail outage " + now.atOffset(ZoneOffset.UTC).toLocalDate(), ID_BYTES);
      var message =
          new ChannelMessage(
              id,
              pages.text("outage.title"),
              pages.text("outage.text", delayed.count(), delayed.since(), delayed.error()),
              "gatehouse",
              now);
      List<String> names = new ArrayList<>(channels.names());
      names.add(NotificationChannels.PUSH);
      names.forEach(name -> channels.enqueue(name, message));
    }
  }

  /**
   * Push settings.
   *
   * @param contact contact for push services; empty for the owner's address
   * @param hosts accepted hosts of push services; empty for any public host
   * @param privateNetworks whether to accept private addresses, other ports and plain http
   * @param parallel maximum concurrent deliveries
   * @param budget time limit for one notification's deliveries
   * @param maxSubscriptions maximum number of stored subscriptions
   */
  record PushSettings(
      String contact,
      List<String> hosts,
      boolean privateNetworks,
      int parallel,
      Duration budget,
      int maxSubscriptions) {

    public static PushSettings read(Section own) {
      return new PushSettings(
          own.text("contact", "|(mailto:|https://)\\S+", "must be mailto:… or https://…"),
          own.list("hosts"),
          own.flag("privateNetworks"),
          own.number("parallel", 1),
          own.duration("budget"),
          own.number("maxSubscriptions", 1));
    }
  }
}
