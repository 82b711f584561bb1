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

  private static Client.Request owner(String method, String path) {
    return NODE.client().request(method, path).key(TestNode.KEY);
  }

  private static String path() {
    Client.Reply made = owner("POST", FEED).send();
    assertEquals(201, made.status(), made.text());
    return URI.create(made.json().getString("url")).getPath();
  }

  private static List<VEvent> events(String path) {
    Client.Reply reply = NODE.client().get(path);
    assertEquals(200, reply.status(), reply.text());
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
        owner("POST", "/api/proxy/calendar/create-event")
            .json(new JsonObject().put("eventData", event))
            .send()
            .json()
            .getJsonObject("event");
    VEvent shown = events(path).getFirst();
    assertEquals("Talk; with, ü", shown.getSummary().getValue());
    assertTrue(shown.getDescription().getValue().startsWith("guest@example.org\n"));
    String uid = shown.getUid().getValue();
    String etag = NODE.client().get(path).header("ETag");
    assertEquals(
        304, NODE.client().request("GET", path).header("If-None-Match", etag).send().status());

    JsonObject later =
        new JsonObject().put("startTime", day + "T12:00:00").put("endTime", day + "T13:00:00");
    String id = booked.getString("id");
    Client.Reply moved = owner("PUT", "/api/proxy/calendar/events/" + id).json(later).send();
    assertEquals(200, moved.status(), moved.text());
    VEvent again = events(path).getFirst();
    assertEquals(uid, again.getUid().getValue());
    assertEquals(1, again.getSequence().getValue());
    String movedId = moved.json().getJsonObject("event").getString("id");
    owner("DELETE", "/api/proxy/calendar/events/" + movedId).send();
    assertEquals(0, events(path).size());

    String other = path();
    assertNotEquals(path, other);
    assertEquals(404, NODE.client().get(path).status(), "the earlier address");
    assertEquals(200, owner("DELETE", FEED).send().status());
    assertEquals(404, NODE.client().get(other).status());
    assertEquals(404, owner("DELETE", FEED).send().status());
    assertEquals(401, NODE.client().request("POST", FEED).send().status());
  }
}
