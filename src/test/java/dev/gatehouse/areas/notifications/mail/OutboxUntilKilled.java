package dev.gatehouse.areas.notifications.mail;

import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestServices;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.areas.calendar.CalendarModule;
import dev.gatehouse.areas.notifications.NotificationsModule;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.AreaLimits;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedMongo;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The areas that send email, in a process that can be killed. It accepts hire forms, books
 * meetings, sends due emails, and reports acknowledgements and the calendar's content. Arguments:
 * the store's folder, the SMTP server's port, the run's name, and the first slot. Without a slot it
 * accepts and books nothing.
 */
final class OutboxUntilKilled {
  /** Factor of the clock's speed, because interrupted work is due again only after minutes. */
  private static final int HASTE = 30;

  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
  private static final LocalDateTime FIRST_SLOT = LocalDateTime.parse("2100-01-01T00:00:00");
  private static final int SLOT_MINUTES = 15;
  private static final int BOOKERS = 2;
  private static final JsonObject PENDING = new JsonObject().put("status", "pending");
  private static final long PAUSE_NANOS = 5_000_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final InstantSource clock =
      () ->
          BEGINNING.plus(
              Duration.between(BEGINNING, InstantSource.system().instant()).multipliedBy(HASTE));
  private final Vertx vertx = Vertx.vertx();
  private final Documents documents;
  private final Dispatcher dispatcher;
  private final AreaModule notifications;
  private final AreaModule calendar;

  private OutboxUntilKilled(Path folder, String port) throws IOException {
    var store = EmbeddedMongo.start(folder, 0, true, Clock.systemUTC());
    documents = TestDocuments.at(vertx, store.url());
    Settings settings =
        new SettingsReader(
                Map.of(
                    "GATEHOUSE_SMTP_URL", "smtp://127.0.0.1:" + port,
                    "GATEHOUSE_SMTP_TIMEOUT", "2s",
                    "GATEHOUSE_MAIL_MAX_ATTEMPTS", "1000",
                    "GATEHOUSE_OWNER_EMAIL", "owner@example.org"))
            .read(Path.of("none.yaml"));
    NodeServices services = TestServices.over(vertx, settings, documents, clock, folder);
    dispatcher = services.dispatcher();
    notifications = NotificationsModule.of(services, List.of(), Map::of);
    calendar = CalendarModule.of(services);
    documents.createIndexes();
    notifications.prepare();
    calendar.prepare();
    host(notifications.area());
    host(calendar.area());
  }

  public static void main(String[] arguments) throws IOException {
    var node = new OutboxUntilKilled(Path.of(arguments[0]), arguments[1]);
    if (arguments.length == 2) {
      node.settle();
    }
    node.listMeetings();
    if (arguments.length > 3) {
      String run = arguments[2];
      int slot = Integer.parseInt(arguments[3]);
      Thread.ofVirtual().start(() -> node.takeForms(run));
      for (int i = 0; i < BOOKERS; i++) {
        String booker = run + "-" + i;
        Thread.ofVirtual().start(() -> node.book(booker, slot));
      }
    }
    Thread.ofVirtual().start(() -> forever(() -> TestServices.repair(node.calendar)));
    forever(() -> TestServices.work(node.notifications));
  }

  /** Waits until each booking of a dead node is either a meeting or cancelled. */
  private void settle() {
    while (documents.collection("calendarEvents", Stored.class).count(PENDING) > 0) {
      TestServices.repair(calendar);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private record Stored(String id) {}

  private void host(Area area) {
    vertx
        .deployVerticle(new AreaVerticle(area, dispatcher, AreaLimits.of(8), StoreFailures::answer))
        .await();
  }

  private static void forever(Runnable job) {
    while (true) {
      job.run();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void takeForms(String run) {
    for (int number = 0; true; number++) {
      String subject = run + "-" + number + ".";
      Map<String, Object> form = Map.of("subject", subject, "body", "text", "website", "");
      if (call("notifications.hireLegacy", Map.of(), form) instanceof Answer) {
        System.out.println("promised " + subject);
      }
    }
  }

  /** Books slots. All bookers use the same slots. */
  private void book(String booker, int first) {
    for (int slot = first; true; slot++) {
      LocalDateTime start = FIRST_SLOT.plusMinutes((long) SLOT_MINUTES * slot);
      String title = "slot " + slot + " of " + booker + ".";
      Map<String, Object> meeting =
          Map.of(
              "title",
              title,
              "description",
              "",
              "startTime",
              start + ":00",
              "endTime",
              start.plusMinutes(SLOT_MINUTES) + ":00",
              "attendeeEmail",
              "guest@example.org",
              "timeZone",
              "UTC");
      switch (call("calendar.createEvent", Map.of(), Map.of("eventData", meeting))) {
        case Answer booked -> System.out.println("booked " + title);
        case ApiError refused -> System.out.println(refused.status() + " " + title);
      }
    }
  }

  /** Prints every meeting, then an end marker. */
  private void listMeetings() {
    Map<String, Object> days = Map.of("startDate", "2099-12-30", "endDate", "2199-12-31");
    var answer = (Answer) call("calendar.events", days, null);
    JsonArray events = answer.json().toJsonObject().getJsonArray("events");
    events.forEach(event -> {
      var meeting = (JsonObject) event;
      System.out.println(
          "meeting " + meeting.getString("start") + " " + meeting.getString("title"));
    });
    System.out.println("listed");
  }

  private Reply call(String operation, Map<String, Object> parameters, Object body) {
    var origin = Origin.ownTask("test", "test");
    return dispatcher
        .dispatch(new Call(operation, origin, Deadline.in(PATIENCE), parameters, body, List.of()))
        .await();
  }
}
