package dev.gatehouse.areas.notifications;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.CodeOfDate;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.Figures.Figure;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.pages.MailDraft;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.store.DocumentCollection;

/**
 * Emails the owner the new code and yesterday's figures, once after each 9 AM in the owner's time
 * zone, from the second day on. The email's id is derived from the day, so only one node enqueues
 * it. If no node was running at that time, it is enqueued later.
 */
final class DailyReport {
  /** Time of the report, in the owner's time zone. */
  static final LocalTime TIME = LocalTime.of(9, 0);

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MIN_YEAR = 1900;
  private static final String START = "report";
  private static final int ID_BYTES = 12;
  private static final int MAX_NAMED = 20;

  /** Pages of the console by the name of a figure. The others are on Today. */
  private static final Map<String, String> CONSOLE =
      Map.ofEntries(
          Map.entry("notifications", "notifications"),
          Map.entry("hire requests", "inbox"),
          Map.entry("hire requests marked as spam", "inbox?state=spam"),
          Map.entry("addresses blocked", "access?view=bans"),
          Map.entry("addresses blocked now", "access?view=bans"),
          Map.entry("reviews", "reviews"),
          Map.entry("reviews awaiting approval", "reviews"),
          Map.entry("shop orders", "orders"),
          Map.entry("shop orders awaiting your decision", "orders"),
          Map.entry("book orders", "books"),
          Map.entry("books sold", "books"),
          Map.entry("book orders with pending costs", "books"),
          Map.entry("print shop tokens to renew", "integrations"),
          Map.entry("orders", "commerce?view=payments"),
          Map.entry("orders paid", "commerce?view=payments"),
          Map.entry("payments needing attention", "commerce?view=payments"),
          Map.entry("payments pending", "commerce?view=payments"),
          Map.entry("captures with unknown outcome", "commerce?view=payments"));

  private final Outbox outbox;
  private final Pages pages;
  private final List<OwnFigure> own;
  private final List<Message<Figures.Period, Figures>> others;
  private final Dispatcher dispatcher;
  private final MailLinks links;
  private final DocumentCollection<Start> starts;
  private final ZoneId zone;
  private final InstantSource clock;

  /**
   * Day of the installation, of which no report is made.
   *
   * @param id constant, because there is only one
   */
  private record Start(String id, String day) {}

  /** Counts entries within a period. */
  record OwnFigure(String name, Counter counter) {
    interface Counter {
      long between(Instant from, Instant until);
    }
  }

  /**
   * @param own figures of this area
   * @param others the messages by which other areas return their figures; the report names an area
   *     that does not answer
   */
  DailyReport(
      NodeServices node, List<OwnFigure> own, List<Message<Figures.Period, Figures>> others) {
    this.outbox = node.outbox();
    this.pages = node.pages();
    this.own = own;
    this.others = others;
    this.dispatcher = node.dispatcher();
    this.links = new MailLinks(node.settings());
    this.starts = node.documents().collection("reportStarts", Start.class);
    this.zone = node.settings().ownerZone();
    this.clock = node.clock().guarded();
  }

  /**
   * Enqueues today's report unless it was enqueued before, or today or yesterday is the day of the
   * installation. Blocks.
   *
   * @param progress receives the reason if nothing is enqueued
   * @throws JobPostponedException while the day's code is not available
   */
  void run(Job.Progress progress) throws JobPostponedException {
    LocalDate day = day(clock.instant());
    String id = id(day);
    if (outbox.find(id).isPresent() || !start().isBefore(day)) {
      progress.report("nothing due until " + due(day.plusDays(1)));
      return;
    }
    CodeOfDate code = currentCode();
    if (!code.date().equals(day)) {
      throw new JobPostponedException("the current code is for " + code.date());
    }
    outbox.enqueue(id, email(day, code.code()).request());
  }

  /** Returns the day of the installation. A node that has sent email was installed before. */
  private LocalDate start() {
    Optional<Start> known = starts.find(START);
    if (known.isPresent()) {
      return LocalDate.parse(known.get().day());
    }
    boolean first =
        Stream.of(OutboxEntry.State.values()).allMatch(state -> outbox.count(state) == 0);
    LocalDate day = first ? LocalDate.ofInstant(clock.instant(), zone) : LocalDate.EPOCH;
    starts.save(new Start(START, day.toString()), START);
    return day;
  }

  private Instant due(LocalDate day) {
    return day.atTime(TIME).atZone(zone).toInstant();
  }

  private CodeOfDate currentCode() throws JobPostponedException {
    try {
      return ask(AccessMessages.CURRENT_CODE, Nothing.NONE);
    } catch (ApiException failed) {
      throw new JobPostponedException("no code: " + failed.failure().message());
    }
  }

  private LocalDate day(Instant now) {
    return day(now, zone);
  }

  /** Returns the owner's day of the last 9 AM. */
  static LocalDate day(Instant now, ZoneId zone) {
    ZonedDateTime local = now.atZone(zone);
    LocalDate date = local.toLocalDate();
    return local.toLocalTime().isBefore(TIME) ? date.minusDays(1) : date;
  }

  /**
   * Preview of the next report, or a report of an earlier day, with the current data.
   *
   * @param due time at which it is mailed
   */
  record Preview(boolean success, Instant due, String subject, String text) {}

  /** Returns the report of a day, by default the next one. Its code is not shown. */
  Answer preview(Call call) {
    LocalDate next = day(clock.instant()).plusDays(1);
    String wanted = call.text("date");
    LocalDate day = wanted == null ? next : LocalDate.parse(wanted);
    ApiError.badRequestUnless(!day.isAfter(next), "date", "must not be after " + next);
    ApiError.badRequestUnless(day.getYear() >= MIN_YEAR, "date", "must be after " + MIN_YEAR);
    String code =
        day.equals(next) ? text("mail.report.later", TIME) : text("mail.report.code-hidden");
    Email letter = email(day, code);
    return Answer.ok(new Preview(true, due(day), letter.subject(), letter.text()));
  }

  private Email email(LocalDate day, String code) {
    Instant from = day.minusDays(1).atStartOfDay(zone).toInstant();
    Instant until = day.atStartOfDay(zone).toInstant();
    List<Fact> figures = new ArrayList<>();
    own.forEach(
        figure -> add(figures, new Figure(figure.name(), figure.counter().between(from, until))));
    for (Message<Figures.Period, Figures> message : others) {
      try {
        ask(message, new Figures.Period(from, until))
            .figures()
            .forEach(figure -> add(figures, figure));
      } catch (ApiException failed) {
        figures.add(
            new Fact(message.area(), text("mail.report.silent", failed.failure().message())));
      }
    }
    return Email.toOwner("", draft(pages, day, zone, code, figures).paragraph(dead()).mail());
  }

  static MailDraft draft(Pages pages, LocalDate day, ZoneId zone, String code, List<Fact> figures) {
    return new MailDraft(
            pages, pages.text("mail.report.subject", day), pages.text("mail.report.title", day))
        .highlight(pages.text("mail.report.code", day), code)
        .paragraph(
            pages.text(
                figures.isEmpty() ? "mail.report.quiet" : "mail.report.text",
                day.minusDays(1),
                zone))
        .facts(figures);
  }

  /** Returns the undeliverable messages that wait for the owner; empty for none. */
  private String dead() {
    long dead = outbox.count(OutboxEntry.State.DEAD);
    if (dead == 0) {
      return "";
    }
    List<String> lines = new ArrayList<>();
    lines.add(text("mail.report.dead", dead));
    for (OutboxEntry entry : outbox.list(OutboxEntry.State.DEAD, MAX_NAMED)) {
      lines.add(
          text(
              "mail.report.failed",
              entry.kind(),
              entry.matter().receiver(),
              entry.matter().title(),
              entry.progress().error(),
              entry.id()));
    }
    if (dead > MAX_NAMED) {
      lines.add(text("mail.report.more", dead - MAX_NAMED));
    }
    return String.join("\n", lines);
  }

  /** Adds a figure with its page, unless it is zero. */
  private void add(List<Fact> figures, Figure figure) {
    if (figure.count() != 0) {
      String page = CONSOLE.getOrDefault(figure.name(), "today");
      figures.add(
          new Fact(
              figure.title(), Long.toString(figure.count()), links.base("") + "/console#/" + page));
    }
  }

  private String text(String key, Object... values) {
    return pages.text(key, values);
  }

  private <Q, R> R ask(Message<Q, R> message, Q request) {
    Origin origin = Origin.ownTask("report-" + day(clock.instant()), "daily report");
    return dispatcher.ask(message, request, origin, PATIENCE);
  }

  private static String id(LocalDate day) {
    return Sha256.hex("daily report " + day, ID_BYTES);
  }
}
