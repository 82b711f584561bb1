package dev.gatehouse.areas.calendar.google;

import module java.base;

import dev.gatehouse.areas.calendar.google.GoogleSimulator.Answer;
import dev.gatehouse.areas.calendar.google.GoogleSimulator.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Events of the simulated provider. Callers hold the simulator's lock. */
final class GoogleEvents {
  private final Map<String, JsonObject> events = new LinkedHashMap<>();
  private boolean mayInvite = true;
  private String lost = "";
  private int losses;
  private int changes;

  /** Rejects guests, as of a service account without delegation. */
  void rejectGuests() {
    mayInvite = false;
  }

  /** Carries out the next requests of a kind, but answers with 503. */
  void loseReplies(String what, int times) {
    lost = what;
    losses = times;
  }

  JsonObject only() {
    return events.values().iterator().next();
  }

  /** Changes an event, as its owner does in the provider's pages. */
  void change(String id, JsonObject fields) {
    events.put(id, changed(events.get(id), fields));
  }

  private JsonObject changed(JsonObject event, JsonObject fields) {
    JsonObject next = event.copy().mergeIn(fields, true);
    return next.put("etag", "\"" + ++changes + "\"")
        .put("sequence", event.getInteger("sequence") + 1);
  }

  Answer answer(Request request, String id) {
    Answer answer = carriedOut(request, id);
    if (request.what().equals(lost) && losses > 0) {
      losses--;
      return new Answer(503, "");
    }
    return answer;
  }

  private Answer carriedOut(Request request, String id) {
    JsonObject event = events.get(id);
    return switch (request.what()) {
      case "freeBusy" -> new Answer(200, busy().encode());
      case "insert" -> insert(request.json());
      case "get" -> event == null ? new Answer(404, "{}") : new Answer(200, event.encode());
      case "patch" -> patch(event, id, request);
      case "delete" -> delete(event, id);
      default -> new Answer(200, "{\"items\":[]}");
    };
  }

  private Answer insert(JsonObject event) {
    String id = event.getString("id");
    if (events.containsKey(id)) {
      return new Answer(409, "{}");
    }
    if (!mayInvite && event.containsKey("attendees")) {
      return new Answer(403, GoogleSimulator.example("error_403_service_account"));
    }
    JsonObject stored =
        event
            .copy()
            .put("sequence", -1)
            .put("status", "confirmed")
            .put("iCalUID", id + "@google.com");
    events.put(id, changed(stored, new JsonObject()));
    return new Answer(200, events.get(id).encode());
  }

  private Answer patch(JsonObject event, String id, Request request) {
    if (event == null) {
      return new Answer(404, "{}");
    }
    if (!event.getString("etag").equals(request.match())) {
      return new Answer(412, "{}");
    }
    change(id, request.json());
    return new Answer(200, events.get(id).encode());
  }

  private Answer delete(JsonObject event, String id) {
    if (event == null || event.getString("status").equals("cancelled")) {
      return new Answer(410, "{}");
    }
    // A cancelled event may have no times.
    events.put(id, JsonObject.of("id", id, "status", "cancelled", "sequence", 9));
    return new Answer(204, "");
  }

  private JsonObject busy() {
    JsonArray busy = new JsonArray();
    for (JsonObject event : events.values()) {
      if (event.getString("status").equals("confirmed")) {
        busy.add(JsonObject.of("start", utc(event, "start"), "end", utc(event, "end")));
      }
    }
    return new JsonObject()
        .put("calendars", JsonObject.of("owner@example.com", JsonObject.of("busy", busy)));
  }

  static String utc(JsonObject event, String edge) {
    return OffsetDateTime.parse(event.getJsonObject(edge).getString("dateTime"))
        .toInstant()
        .toString();
  }
}
