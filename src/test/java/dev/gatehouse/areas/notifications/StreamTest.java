package dev.gatehouse.areas.notifications;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.EventStreamClient;
import dev.gatehouse.EventStreamClient.Event;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.notifications.mail.Await;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** NotificationsModule as server-sent events. */
class StreamTest {
  private static final String STREAM = "/api/proxy/notifications/stream";

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("HTTP_MAX_LISTENERS=3 HTTP_HEARTBEAT=1s");

  /**
   * A node detects a moment later that a client has left, and its permit is held until then. Behind
   * a load balancer, a failed heartbeat detects it.
   */
  @BeforeEach
  void nobodyListensAnyMore() {
    Await.until(
        "free places", () -> NODE.metric("gatehouse_http_in_flight{kind=\"listeners\"}") == 0);
  }

  @Test
  void sendsNotificationsToAllListeners() {
    try (var one = stream(Map.of());
        var two = stream(Map.of("Accept-Encoding", "gzip"))) {
      assertEquals(200, one.status());
      assertTrue(one.head().contains("content-type: text/event-stream"), one.head().toString());
      assertFalse(two.head().contains("content-encoding: gzip"), two.head().toString());
      JsonObject sent = notify("hello");
      Await.until("both", () -> one.events().size() == 1 && two.events().size() == 1);
      JsonObject data = new JsonObject(one.events().getFirst().data());
      assertEquals(sent.getString("id"), data.getString("id"));
      assertEquals("hello", data.getString("title"));
      assertEquals("owner", data.getString("source"));
      assertTrue(data.getString("createdAt").endsWith("Z"));
    }
  }

  @Test
  void replaysMissedEventsOnceAndInOrder() {
    // Keeps a distance from entries that the other tests sent within the overlap.
    NODE.clock.advance(Duration.ofMinutes(1));
    Event last;
    try (var stream = stream(Map.of())) {
      notify("a");
      notify("b");
      Await.until("both", () -> stream.events().size() == 2);
      last = stream.events().getLast();
    }
    notify("c");
    NODE.clock.advance(Duration.ofMinutes(1));
    notify("d");
    try (var stream = stream(Map.of("Last-Event-ID", last.lastEventId()))) {
      notify("e");
      Await.until("three", () -> stream.events().size() >= 3);
      assertEquals(List.of("c", "d", "e"), titles(stream));
      String again = stream.events().getFirst().lastEventId();
      try (var third = stream(Map.of("Last-Event-ID", again))) {
        Await.until("two", () -> third.events().size() >= 2);
        assertEquals(List.of("d", "e"), titles(third), "also within the overlap");
      }
    }
  }

  @Test
  void repeatsNoEventOfABurst() {
    NODE.clock.advance(Duration.ofMinutes(1));
    Event last;
    try (var stream = stream(Map.of())) {
      for (int i = 0; i < 40; i++) {
        NODE.clock.advance(Duration.ofMillis(10));
        notify("burst");
      }
      Await.until("all", () -> stream.events().size() == 40);
      last = stream.events().getLast();
    }
    notify("after");
    try (var stream = stream(Map.of("Last-Event-ID", last.lastEventId()))) {
      Await.until("the next", () -> titles(stream).contains("after"));
      assertEquals(List.of("after"), titles(stream));
    }
  }

  @Test
  void acceptsATicketOnce() {
    String token = NODE.token(TestNode.CODE);
    Client.Reply made = NODE.request("POST", "/api/proxy/auth/ticket").token(token).send();
    assertEquals(201, made.status());
    String target = STREAM + "?ticket=" + made.json().getString("ticket");
    try (var stream = new EventStreamClient(NODE.address(), target, Map.of())) {
      assertEquals(200, stream.status());
      notify("by ticket");
      Await.until("it", () -> stream.events().size() == 1);
    }
    assertEquals(403, NODE.get(target).status());
  }

  @Test
  void sendsNoEventAfterLogout() {
    String token = NODE.token(TestNode.CODE);
    Map<String, String> credential = Map.of("Authorization", "Bearer " + token);
    try (var stream = new EventStreamClient(NODE.address(), STREAM, credential)) {
      notify("before");
      Await.until("it", () -> stream.events().size() == 1);
      assertEquals(
          200, NODE.request("POST", "/api/proxy/auth/logout").token(token).send().status());
      notify("after");
      stream.awaitEnd();
      assertEquals(List.of("before"), titles(stream));
    }
  }

  @Test
  void expiresTicketAfterThirtySeconds() {
    String token = NODE.token(TestNode.CODE);
    String ticket =
        NODE.request("POST", "/api/proxy/auth/ticket").token(token).answer().getString("ticket");

    NODE.clock.advance(Duration.ofSeconds(31));
    assertEquals(403, NODE.get(STREAM + "?ticket=" + ticket).status());
  }

  @Test
  void rejectsInvalidTickets() {
    NODE.get(STREAM + "?ticket=guessed").expect(403, "ticket_invalid");
    assertEquals(401, NODE.get("/api/proxy/notifications?ticket=elsewhere").status());
  }

  @Test
  void limitsListeners() {
    try (var one = stream(Map.of());
        var two = stream(Map.of());
        var three = stream(Map.of());
        var four = stream(Map.of())) {
      assertEquals(List.of(200, 200, 200), List.of(one.status(), two.status(), three.status()));
      assertEquals(503, four.status());
    }
    Await.until(
        "a free place",
        () -> {
          try (var five = stream(Map.of())) {
            return five.status() == 200;
          }
        });
  }

  @Test
  void endsStreamsWhenTheNodeStops() throws Exception {
    try (var stream = stream(Map.of())) {
      NODE.restart();
      stream.awaitEnd();
    }
  }

  private static EventStreamClient stream(Map<String, String> headers) {
    String token = NODE.token(TestNode.CODE);
    var all = new java.util.HashMap<>(headers);
    all.put("Authorization", "Bearer " + token);
    return new EventStreamClient(NODE.address(), STREAM, all);
  }

  private static List<String> titles(EventStreamClient stream) {
    return stream.events().stream()
        .map(event -> new JsonObject(event.data()).getString("title"))
        .toList();
  }

  private static JsonObject notify(String title) {
    return NODE.notification(title, "b").expect(200).json().getJsonObject("data");
  }
}
