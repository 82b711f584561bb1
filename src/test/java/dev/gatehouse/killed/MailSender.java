package dev.gatehouse.killed;

import dev.gatehouse.HastyAreas;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.LocalDateTime;
import java.util.Map;

/** Accepts hire forms and books meetings. Each of them enqueues an email. */
final class MailSender implements AreasUntilKilled.Kind {
  private static final LocalDateTime FIRST_SLOT = LocalDateTime.parse("2100-01-01T00:00:00");
  private static final int SLOT_MINUTES = 15;
  private static final int BOOKERS = 2;
  private static final JsonObject PENDING = JsonObject.of("status", "pending");

  private final HastyAreas areas;
  private final String run = Long.toString(ProcessHandle.current().pid());
  private int firstSlot;

  private record Stored(String id) {}

  MailSender(HastyAreas areas) {
    this.areas = areas;
  }

  @Override
  public void begin() {
    Thread.ofVirtual().start(this::takeForms);
    for (int i = 0; i < BOOKERS; i++) {
      String booker = run + "-" + i;
      Thread.ofVirtual().start(() -> book(booker));
    }
  }

  private void takeForms() {
    for (int number = 0; true; number++) {
      String subject = run + "-" + number;
      Map<String, Object> form = Map.of("subject", subject, "body", "text", "website", "");
      if (areas.call("notifications.hireLegacy", Map.of(), form) instanceof Answer) {
        AreasUntilKilled.print("mails", "promised", subject);
      }
    }
  }

  /** Books slots. All bookers use the same slots, and the last booked ones again. */
  private void book(String booker) {
    for (int slot = Math.max(0, firstSlot - 2); true; slot++) {
      LocalDateTime start = FIRST_SLOT.plusMinutes((long) SLOT_MINUTES * slot);
      String title = slot + "/" + booker;
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
      switch (areas.call("calendar.createEvent", Map.of(), Map.of("eventData", meeting))) {
        case Answer booked -> AreasUntilKilled.print("mails", "booked", title);
        case ApiError refused ->
            AreasUntilKilled.print("mails", "refused", Integer.toString(refused.status()), title);
      }
    }
  }

  @Override
  public void listAtStart() {
    Map<String, Object> days = Map.of("startDate", "2099-12-30", "endDate", "2199-12-31");
    var answer = (Answer) areas.call("calendar.events", days, null);
    JsonArray events = answer.json().toJsonObject().getJsonArray("events");
    firstSlot = events.size();
    events.forEach(event -> {
      var meeting = (JsonObject) event;
      AreasUntilKilled.print(
          "mails", "meeting", meeting.getString("title"), meeting.getString("start"));
    });
  }

  /** Waits until each booking of a dead process is either a meeting or cancelled. */
  @Override
  public void listAtEnd() {
    Documents documents = areas.services().documents();
    while (documents.collection("calendarEvents", Stored.class).count(PENDING) > 0) {
      HastyAreas.pause();
    }
    listAtStart();
  }
}
