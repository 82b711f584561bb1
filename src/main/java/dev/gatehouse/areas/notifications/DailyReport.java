package dev.gatehouse.areas.notifications;

import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.bus.Answer;
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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Emails the owner the new code and yesterday's figures, once after each 9 AM in the owner's time
 * zone. The email's id is derived from the day, so only one node enqueues it. If no node was
 * running at that time, it is enqueued later.
 */
final class DailyReport {
  /** Time of the report, in the owner's time zone. */
  static final LocalTime TIME = LocalTime.of(9, 0);

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int ID_BYTES = 12;
  private static final int MAX_NAMED = 20;

  private final Outbox outbox;
  private final Pages pages;
  private final List<OwnFigure> own;
  private final List<Message<Figures.Period, Figures>> others;
  private final Dispatcher dispatcher;
  private final ZoneId zone;
  private final InstantSource clock;

  /** Counts entries within a period. */
  record OwnFigure(String name, Counter counter) {
    interface Counter {
      long between(Instant from, Instant until);
    }
  }

  /**
   * @param zone the owner's time zone
   * @param own figures of this area
   * @param others the messages by which other areas return their figures; the report names an area
   *     that does not answer
   */
  DailyReport(
      Outbox outbox,
      Pages pages,
      List<OwnFigure> own,
      List<Message<Figures.Period, Figures>> others,
      Dispatcher dispatcher,
      ZoneId zone,
      InstantSource clock) {
    this.zone = zone;
    this.outbox = outbox;
    this.pages = pages;
    this.own = own;
    this.others = others;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /**
   * Enqueues today's report unless it was enqueued before. Blocks.
   *
   * @throws JobPostponedException while the day's code is not available
   */
  void run() throws JobPostponedException {
    LocalDate day = day(clock.instant());
    String id = id(day);
    if (outbox.find(id).isPresent()) {
      return;
    }
    CodeOfDate code = currentCode();
    if (!code.date().equals(day)) {
      throw new JobPostponedException("the current code is for " + code.date());
    }
    outbox.enqueue(id, email(day, code.code()).request());
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
   * Preview of the next report with the current data.
   *
   * @param due time at which it is mailed
   */
  record Preview(boolean success, Instant due, String subject, String text) {}

  /** Returns a preview of the next report. Its code does not exist yet. */
  Answer preview(Call call) {
    LocalDate next = day(clock.instant()).plusDays(1);
    Email letter = email(next, text("mail.report.later", TIME));
    Instant due = next.atTime(TIME).atZone(zone).toInstant();
    return Answer.ok(new Preview(true, due, letter.subject(), letter.text()));
  }

  private Email email(LocalDate day, String code) {
    Instant from = day.minusDays(1).atStartOfDay(zone).toInstant();
    Instant until = day.atStartOfDay(zone).toInstant();
    List<Fact> figures = new ArrayList<>();
    own.forEach(figure ->
        figures.add(line(new Figure(figure.name(), figure.counter().between(from, until)))));
    for (Message<Figures.Period, Figures> message : others) {
      try {
        ask(message, new Figures.Period(from, until))
            .figures()
            .forEach(figure -> figures.add(line(figure)));
      } catch (ApiException failed) {
        figures.add(
            new Fact(message.area(), text("mail.report.silent", failed.failure().message())));
      }
    }
    return Email.toOwner("", draft(pages, day, zone, code, figures).paragraph(dead()).mail());
  }

  static MailDraft draft(Pages pages, LocalDate day, ZoneId zone, String code, List<Fact> figures) {
    LocalDate yesterday = day.minusDays(1);
    // Also the first report, which is of a day before the installation.
    boolean quiet = figures.stream().allMatch(figure -> figure.value().equals("0"));
    return new MailDraft(
            pages, pages.text("mail.report.subject", day), pages.text("mail.report.title", day))
        .highlight(pages.text("mail.report.code", day), code)
        .paragraph(pages.text(quiet ? "mail.report.quiet" : "mail.report.text", yesterday, zone))
        .facts(quiet ? List.of() : figures);
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

  private static Fact line(Figure figure) {
    return new Fact(figure.title(), Long.toString(figure.count()));
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
