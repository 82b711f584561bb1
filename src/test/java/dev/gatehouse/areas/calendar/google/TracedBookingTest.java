package dev.gatehouse.areas.calendar.google;

import static dev.gatehouse.areas.calendar.google.GoogleSimulator.example;
import static dev.gatehouse.areas.calendar.google.GoogleSimulator.plainEvent;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.Client;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.calendar.google.GoogleSimulator.Answer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Trace of a booking: HTTP, event bus, area, store, provider, outbox and email. */
class TracedBookingTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String REQUEST = "POST /api/proxy/calendar/create-event";
  private static final String CALLER = "00f067aa0ba902b7";
  private static final Answer NO_GUESTS = new Answer(403, example("error_403_service_account"));
  private static final Answer NO_CALLS =
      new Answer(400, "{\"error\":{\"message\":\"Invalid conference type value.\"}}");

  private static final GoogleSimulator GOOGLE = new GoogleSimulator();
  private static final List<JsonObject> REQUESTS = new CopyOnWriteArrayList<>();
  private static final HttpServer COLLECTOR = collector();

  @RegisterExtension
  static final TestNode NODE =
      GOOGLE
          .node()
          .with("TRACING_URL", LoopbackServer.url(COLLECTOR))
          .with("TRACING_HEADERS", "X-Tenant=site")
          .with("TRACING_SAMPLE_ONE_IN", "1000000000");

  private static HttpServer collector() {
    return LoopbackServer.start(exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestURI().getPath().equals("/v1/traces")) {
        REQUESTS.add(
            new JsonObject(new String(body, StandardCharsets.UTF_8))
                .put("tenant", exchange.getRequestHeaders().getFirst("X-Tenant")));
      }
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
  }

  private static List<JsonObject> spans() {
    return REQUESTS.stream()
        .flatMap(request -> objects(request, "resourceSpans"))
        .flatMap(resource -> objects(resource, "scopeSpans"))
        .flatMap(scope -> objects(scope, "spans"))
        .toList();
  }

  private static List<String> names() {
    return spans().stream().map(span -> span.getString("name")).toList();
  }

  private static Stream<JsonObject> objects(JsonObject parent, String field) {
    return parent.getJsonArray(field).stream().map(JsonObject.class::cast);
  }

  private static Client.Reply book(String traceparent) {
    NODE.clock.set(Instant.parse("2024-01-02T00:00:00Z"));
    JsonObject data =
        Samples.json(
                "{'title': 'Consultation', 'startTime': '2024-01-06T13:00:00', 'endTime': '2024-01-06T14:00:00'}")
            .put("attendeeEmail", "guest@example.com");
    return NODE.owner("POST", "/api/proxy/calendar/create-event")
        .header("traceparent", traceparent)
        .json(JsonObject.of("eventData", data))
        .send();
  }

  @Test
  void followsARequestToTheEmail() throws Exception {
    GOOGLE.script("insert", NO_CALLS, NO_GUESTS, new Answer(200, plainEvent()));
    assertEquals(
        TRACE, book("00-" + TRACE + '-' + CALLER + "-01").expect(201).header("X-Request-Id"));
    Waiting.until(() -> names().containsAll(List.of("deliver mail", REQUEST)));
    Map<String, JsonObject> spans =
        spans().stream()
            .collect(
                Collectors.toMap(
                    span -> span.getString("name"), Function.identity(), (one, two) -> one));
    assertTrue(spans().stream().allMatch(span -> span.getString("traceId").equals(TRACE)));
    JsonObject request = spans.get(REQUEST);
    assertEquals(CALLER, request.getString("parentSpanId"));
    JsonObject call = within(spans, request, "send calendar.createEvent");
    JsonObject area = within(spans, call, "calendar.createEvent");
    within(spans, area, "call calendar");
    JsonObject enqueued = within(spans, area, "enqueue mail");
    within(spans, enqueued, "insert outbox");
    JsonObject delivery = within(spans, enqueued, "deliver mail");
    within(spans, delivery, "send email");
    assertEquals(2, request.getInteger("kind"));
    assertTrue(
        request.encode().contains("\"http.response.status_code\",\"value\":{\"intValue\":\"201\""));
    assertEquals("site", REQUESTS.getFirst().getString("tenant"));
    assertTrue(REQUESTS.getFirst().encode().contains("{\"stringValue\":\"gatehouse\"}"));
    assertFalse(REQUESTS.toString().contains("guest@example.com"));
  }

  /** Returns the span of a name, which belongs to another one and lasts for a plausible time. */
  private static JsonObject within(Map<String, JsonObject> spans, JsonObject parent, String name) {
    JsonObject span = spans.get(name);
    assertEquals(parent.getString("spanId"), span.getString("parentSpanId"), name);
    long begin = Long.parseLong(span.getString("startTimeUnixNano"));
    assertTrue(begin >= Long.parseLong(parent.getString("startTimeUnixNano")), name);
    assertTrue(Long.parseLong(span.getString("endTimeUnixNano")) >= begin, name);
    return span;
  }

  @Test
  void recordsNothingThatIsNotSampled() {
    String other = TRACE.replace('4', '5');
    assertEquals(other, book("00-" + other + '-' + CALLER + "-00").header("X-Request-Id"));
    Client.Reply named = NODE.request("GET", "/livez").header("X-Request-Id", "mine").send();
    assertEquals("mine", named.header("X-Request-Id"));
    Client.Reply odd = NODE.request("GET", "/livez").header("traceparent", "00-0-0-01").send();
    assertTrue(odd.header("X-Request-Id").matches("[0-9a-f]{32}"));
    assertTrue(spans().stream().noneMatch(span -> span.getString("traceId").equals(other)));
  }
}
