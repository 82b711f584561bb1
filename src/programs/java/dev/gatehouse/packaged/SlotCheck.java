package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.histories.Models;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Bookings: a time of the calendar is given to one client. */
final class SlotCheck extends HistoryCheck {
  static final String NAME = "bookings";

  private static final int SLOTS_A_DAY = 20;
  private static final long FIRST_DAY = 30;

  private final List<Slot> slots = new CopyOnWriteArrayList<>();

  /** Half an hour of a day. */
  private record Slot(int number, LocalDate day, String hour) {
    private String name() {
      return day + hour + "00";
    }
  }

  SlotCheck(Nodes nodes, History history) {
    super(NAME, nodes, history);
  }

  @Override
  void episode() {
    int number = newNumber();
    LocalDate day = LocalDate.now(ZoneOffset.UTC).plusDays(FIRST_DAY + number / SLOTS_A_DAY);
    String hour = String.format(Locale.ROOT, "T%02d:", number % SLOTS_A_DAY);
    var slot = new Slot(number, day, hour);
    slots.add(slot);
    rivals(slot.name(), Models.single(), TAKE, (rival, node) -> book(slot, rival, node));
  }

  private Optional<String> book(Slot slot, int rival, int node) {
    JsonObject meeting =
        new JsonObject()
            .put("title", "Meeting " + slot.number() + " of " + rival)
            .put("startTime", slot.day() + slot.hour() + "00:00")
            .put("endTime", slot.day() + slot.hour() + "30:00");
    return taken(
        owner(node, "POST", "/api/proxy/calendar/create-event")
            .json(new JsonObject().put("eventData", meeting))
            .send());
  }

  @Override
  void close() {
    slots.forEach(slot -> read(slot.name(), Models.single(), "look", node -> look(slot, node)));
  }

  private Optional<String> look(Slot slot, int node) {
    String path = "/api/proxy/calendar/events?startDate=" + slot.day() + "&endDate=" + slot.day();
    Client.Reply reply = owner(node, "GET", path).send();
    if (reply.status() != 200) {
      return Optional.empty();
    }
    JsonArray events = reply.json().getJsonArray("events");
    String title = "Meeting " + slot.number() + " of ";
    long booked =
        events.stream()
            .map(JsonObject.class::cast)
            .filter(event -> event.encode().contains(title))
            .count();
    return Optional.of(
        switch ((int) booked) {
          case 0 -> Models.FREE;
          case 1 -> Models.TAKEN;
          default -> booked + " events";
        });
  }
}
