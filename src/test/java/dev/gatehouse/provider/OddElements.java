package dev.gatehouse.provider;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import io.vertx.core.json.JsonObject;

/** The twenty odd elements of the lists of every provider, and a server that returns them. */
public final class OddElements implements AutoCloseable {
  private final Map<String, String> replies = new ConcurrentHashMap<>();
  private final Set<String> answered = ConcurrentHashMap.newKeySet();
  private final HttpServer server;

  public OddElements() {
    server = LoopbackServer.start(this::answer);
  }

  public String url() {
    return LoopbackServer.url(server);
  }

  /** Returns this reply for every request of the path from now on. */
  public void reply(String path, String body) {
    replies.put(path, body);
    answered.remove(path);
  }

  /** Returns whether a path was requested since its reply was set. */
  boolean wasAsked(String path) {
    return answered.contains(path);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      answered.add(exchange.getRequestURI().getRawPath());
      String reply = replies.getOrDefault(exchange.getRequestURI().getRawPath(), "");
      byte[] body = reply.getBytes(StandardCharsets.UTF_8);
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(
          body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }

  /**
   * Returns the odd elements, made of a valid element.
   *
   * @param key a required field of the element
   */
  public static List<String> of(String good, String key) {
    JsonObject without = new JsonObject(good);
    without.remove(key);
    Stream<String> values =
        Stream.of("null", "true", "{}", "[]", "[1,2]", "{\"a\":1}", "\"\"", "1e400")
            .map(value -> with(without.encode(), key, value));
    return Stream.concat(
            Stream.of(
                "null", "true",
                "false", "5",
                "-1.5", "1e400",
                "\"text\"", "\"\"",
                "[]", "[null]",
                "{}", without.encode()),
            values)
        .toList();
  }

  private static String with(String object, String key, String value) {
    String comma = object.equals("{}") ? "" : ",";
    return object.substring(0, object.length() - 1) + comma + '"' + key + "\":" + value + '}';
  }
}
