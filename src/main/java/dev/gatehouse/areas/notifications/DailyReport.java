package dev.gatehouse.areas.notifications;

import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.settings.OwnerZone;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/**
 * Mails the owner the new code and yesterday's figures, once after each 9 AM Eastern time: the
 * letter's id follows from the day, so that one of all nodes and starts promises it, late if nobody
 * was there in time.
 */
final class DailyReport {
  /** The hour of the report, by the owner's time. */
  static final LocalTime TIME = LocalTime.of(9, 0);

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int ID_BYTES = 12;
  private static final int MAX_NAMED = 20;

  private final Outbox outbox;
  private final List<Figure> own;
  private final List<String> addresses;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  /** A line of the report: how many of something there were. */
  record Line(String name, long count) {}

  /** Counts something within a time. */
  record Figure(String name, Counter counter) {
    interface Counter {
      long between(Instant from, Instant until);
    }
  }

  /**
   * @param own figures of this area
   * @param addresses of other areas' messages that answer {@code {figures: [{name, count}]}} for
   *     {@code {from, until}}; one that does not answer is named
   */
  DailyReport(
      Outbox outbox,
      List<Figure> own,
      List<String> addresses,
      Dispatcher dispatcher,
      InstantSource clock) {
    this.outbox = outbox;
    this.own = own;
    this.addresses = addresses;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  private record Code(String code, LocalDate date) {}

  private record Lines(List<Line> figures) {}

  /**
   * Promises today's report unless that was done; blocks.
   *
   * @throws JobPostponedException while the day's code is not to be had
   */
  void run() throws JobPostponedException {
    LocalDate day = day(clock.instant());
    String id = id(day);
    if (outbox.find(id).isPresent()) {
      return;
    }
    switch (ask("access.currentCode", Map.of())) {
      case ApiError failure -> throw new JobPostponedException("no code: " + failure.message());
      case Answer answer -> {
        Code code = answer.body(Code.class);
        if (!code.date().equals(day)) {
          throw new JobPostponedException("the code is that of " + code.date());
        }
        outbox.enqueue(id, email(day, code.code()).request());
      }
    }
  }

  /** The Eastern day of the last 9 AM. */
  static LocalDate day(Instant now) {
    ZonedDateTime eastern = now.atZone(OwnerZone.ID);
    LocalDate date = eastern.toLocalDate();
    return eastern.toLocalTime().isBefore(TIME) ? date.minusDays(1) : date;
  }

  /**
   * The next report as it would be now.
   *
   * @param due when it is mailed
   */
  record Preview(boolean success, Instant due, String subject, String text) {}

  /** Answers what the next report will say, as far as it is known; its code is not made yet. */
  Answer preview(Call call) {
    LocalDate next = day(clock.instant()).plusDays(1);
    Email letter = email(next, "created at " + TIME);
    Instant due = next.atTime(TIME).atZone(OwnerZone.ID).toInstant();
    return Answer.ok(new Preview(true, due, letter.subject(), letter.text()));
  }

  private Email email(LocalDate day, String code) {
    Instant from = day.minusDays(1).atStartOfDay(OwnerZone.ID).toInstant();
    Instant until = day.atStartOfDay(OwnerZone.ID).toInstant();
    StringBuilder text = new StringBuilder("Daily code for " + day + ": " + code + "\n\n");
    text.append("Yesterday, ").append(day.minusDays(1)).append(" (Eastern time):\n");
    own.forEach(
        figure -> line(text, new Line(figure.name(), figure.counter().between(from, until))));
    for (String address : addresses) {
      switch (ask(address, Map.of("from", from, "until", until))) {
        case Answer answer -> answer.body(Lines.class).figures().forEach(line -> line(text, line));
        case ApiError failure -> text.append(silent(address, failure));
      }
    }
    addDead(text);
    return Email.toOwner("", "Daily report for " + day, text.toString());
  }

  private static String silent(String address, ApiError failure) {
    String area = address.substring(0, address.indexOf('.'));
    return "  " + area + " did not respond: " + failure.message() + '\n';
  }

  /** Names what could not be delivered and waits for the owner. */
  private void addDead(StringBuilder text) {
    long dead = outbox.count(OutboxEntry.State.DEAD);
    if (dead == 0) {
      return;
    }
    text.append("\nUndelivered after the last attempt: ").append(dead).append('\n');
    for (OutboxEntry entry : outbox.list(OutboxEntry.State.DEAD, MAX_NAMED)) {
      text.append("  ")
          .append(entry.kind())
          .append(" to ")
          .append(entry.matter().receiver())
          .append(", \"")
          .append(entry.matter().title())
          .append("\": ")
          .append(entry.progress().error())
          .append(" (")
          .append(entry.id())
          .append(")\n");
    }
    if (dead > MAX_NAMED) {
      text.append("  and ").append(dead - MAX_NAMED).append(" older\n");
    }
  }

  private static void line(StringBuilder text, Line line) {
    text.append("  ").append(line.name()).append(": ").append(line.count()).append('\n');
  }

  private Reply ask(String address, Map<String, Object> body) {
    return dispatcher
        .dispatch(
            Call.message(
                address,
                Origin.ownTask("report-" + day(clock.instant()), "daily report"),
                PATIENCE,
                body))
        .await();
  }

  private static String id(LocalDate day) {
    return Sha256.hex("daily report " + day, ID_BYTES);
  }
}
