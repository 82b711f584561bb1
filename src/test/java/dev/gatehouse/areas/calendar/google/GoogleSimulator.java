package dev.gatehouse.areas.calendar.google;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import io.vertx.core.json.JsonObject;

/**
 * Simulated provider on loopback. Answers with its published example payloads or with scripted
 * answers, and records the requests.
 */
public final class GoogleSimulator implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, Deque<Answer>> scripts = new HashMap<>();
  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  private GoogleEvents events;

  /** Received request. The body is the text of a form, or JSON. */
  record Request(String what, String query, String authorization, String match, String body) {
    JsonObject json() {
      return new JsonObject(body);
    }
  }

  /** Scripted answer. Header names and values alternate. */
  record Answer(int status, String body, String... headers) {}

  public GoogleSimulator() {
    server = LoopbackServer.start(this::handle);
  }

  public String url() {
    return LoopbackServer.url(server);
  }

  /** Returns a node with this calendar. */
  TestNode node() {
    return new TestNode()
        .with("CALENDAR_PROVIDER=google CALENDAR_ID=owner@example.com")
        .with("CALENDAR_URL", url())
        .with("CALENDAR_TOKEN_URL", url() + "/token")
        .with("CALENDAR_KEY", KeyFile.of(KeyFile.keys()));
  }

  /**
   * Scripts the next answers to a kind of request. The last answer stays in effect.
   *
   * @param what token, freeBusy, list, insert, get, patch or delete
   */
  synchronized void script(String what, Answer... answers) {
    scripts.put(what, new ArrayDeque<>(List.of(answers)));
  }

  /** Stores events from now on, so that unscripted answers depend on earlier requests. */
  synchronized GoogleEvents store() {
    events = new GoogleEvents();
    return events;
  }

  synchronized void reset() {
    events = null;
    scripts.clear();
    requests.clear();
  }

  List<Request> requests(String what) {
    synchronized (requests) {
      return requests.stream().filter(request -> request.what().equals(what)).toList();
    }
  }

  /** Returns a published example payload. */
  static String example(String name) {
    return Unchecked.get(
        () -> Files.readString(Path.of("src/test/resources/upstreams/calendar/" + name + ".json")));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String path = exchange.getRequestURI().getRawPath();
      String what = what(exchange.getRequestMethod(), path);
      String query = exchange.getRequestURI().getRawQuery();
      var request =
          new Request(
              what,
              query == null ? "" : URLDecoder.decode(query, StandardCharsets.UTF_8),
              exchange.getRequestHeaders().getFirst("Authorization"),
              exchange.getRequestHeaders().getFirst("If-Match"),
              body);
      requests.add(request);
      Answer answer = next(request, path.substring(path.lastIndexOf('/') + 1));
      for (int i = 0; i < answer.headers().length; i += 2) {
        exchange.getResponseHeaders().add(answer.headers()[i], answer.headers()[i + 1]);
      }
      byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static String what(String method, String path) {
    String events = "/calendars/owner%40example.com/events";
    return switch (method + ' ' + path.replaceFirst("/events/[0-9a-v]+$", "/events/ID")) {
      case "POST /token" -> "token";
      case "POST /freeBusy" -> "freeBusy";
      case String it when it.equals("GET " + events) -> "list";
      case String it when it.equals("POST " + events) -> "insert";
      case String it when it.equals("GET " + events + "/ID") -> "get";
      case String it when it.equals("PATCH " + events + "/ID") -> "patch";
      case String it when it.equals("DELETE " + events + "/ID") -> "delete";
      default -> "unknown: " + method + ' ' + path;
    };
  }

  private synchronized Answer next(Request request, String id) {
    Deque<Answer> script = scripts.get(request.what());
    if (script != null) {
      return script.size() > 1 ? script.removeFirst() : script.getFirst();
    }
    if (events != null && !request.what().equals("token")) {
      return events.answer(request, id);
    }
    return switch (request.what()) {
      case "token" -> new Answer(200, example("token_response"));
      case "freeBusy" -> new Answer(200, example("freebusy_response"));
      case "list" -> new Answer(200, "{\"items\":[],\"nextPageToken\":\"\"}");
      case "insert", "get" -> new Answer(200, example("event_insert_response"));
      case "delete" -> new Answer(204, "");
      default -> new Answer(404, "{}");
    };
  }

  @Override
  public void close() {
    server.stop(0);
  }

  /** Returns an event without a video call and without guests. */
  static String plainEvent() {
    JsonObject event = new JsonObject(example("event_insert_response"));
    event.remove("hangoutLink");
    event.remove("conferenceData");
    event.remove("attendees");
    return event.encode();
  }
}
