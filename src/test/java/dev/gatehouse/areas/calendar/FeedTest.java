package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import biweekly.Biweekly;
import biweekly.component.VEvent;
import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The owner's meetings in a phone: create, subscribe, move, cancel, revoke. */
class FeedTest {
  private static final String FEED = "/api/proxy/calendar/feed";

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static String path() {
    return URI.create(NODE.owner("POST", FEED).expect(201).json().getString("url")).getPath();
  }

  private static List<VEvent> events(String path) {
    Client.Reply reply = NODE.get(path).expect(200);
    assertEquals("text/calendar", reply.header("Content-Type"));
    return Biweekly.parse(reply.text()).first().getEvents();
  }

  @Test
  void showsMeetingsUntilRevoked() {
    String path = path();
    assertEquals(0, events(path).size());
    LocalDate day = LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC).plusDays(9);
    JsonObject event =
        new JsonObject()
            .put("title", "Talk; with, ü")
            .put("description", "About the choir")
            .put("startTime", day + "T10:00:00")
            .put("endTime", day + "T11:00:00")
            .put("attendeeEmail", "guest@example.org");
    JsonObject booked =
        NODE.owner("POST", "/api/proxy/calendar/create-event")
            .json(JsonObject.of("eventData", event))
            .send()
            .json()
            .getJsonObject("event");
    VEvent shown = events(path).getFirst();
    assertEquals("Talk; with, ü", shown.getSummary().getValue());
    assertTrue(shown.getDescription().getValue().startsWith("guest@example.org\n"));
    String uid = shown.getUid().getValue();
    String etag = NODE.get(path).header("ETag");
    NODE.request("GET", path).header("If-None-Match", etag).expect(304);

    JsonObject later =
        new JsonObject().put("startTime", day + "T12:00:00").put("endTime", day + "T13:00:00");
    String id = booked.getString("id");
    Client.Reply moved =
        NODE.owner("PUT", "/api/proxy/calendar/events/" + id).json(later).expect(200);
    VEvent again = events(path).getFirst();
    assertEquals(uid, again.getUid().getValue());
    assertEquals(1, again.getSequence().getValue());
    String movedId = moved.json().getJsonObject("event").getString("id");
    NODE.owner("DELETE", "/api/proxy/calendar/events/" + movedId).send();
    assertEquals(0, events(path).size());

    String other = path();
    assertNotEquals(path, other);
    assertEquals(404, NODE.get(path).status(), "the earlier address");
    NODE.owner("DELETE", FEED).expect(200);
    NODE.get(other).expect(404);
    NODE.owner("DELETE", FEED).expect(404);
    NODE.request("POST", FEED).expect(401);
  }
}
