package dev.gatehouse.areas.commerce;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.Unchecked;

/** Marketplace API on loopback, whose answers a test sets by path. It keeps the requests. */
public final class MarketplaceSimulator implements AutoCloseable {
  private final HttpServer server;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final Map<String, Function<Asked, Said>> answers = new ConcurrentHashMap<>();

  /** A received request, with lower-case header names. */
  public record Asked(String method, String target, Map<String, String> headers, String body) {}

  /** Configured answer. With status 0, the simulator sends no answer. */
  public record Said(int status, String body) {}

  public MarketplaceSimulator() {
    server = LoopbackServer.start(this::answer);
  }

  public String url() {
    return LoopbackServer.url(server);
  }

  /** Answers every request whose target starts with the path in this way, from now on. */
  public void at(String path, Function<Asked, Said> answer) {
    answers.put(path, answer);
  }

  public void at(String path, int status, String body) {
    at(path, request -> new Said(status, body));
  }

  /** Returns the requests so far whose target starts with the path. */
  public List<Asked> asked(String path) {
    return asked.stream().filter(each -> each.target().startsWith(path)).toList();
  }

  /** Returns a payload as published by its provider. */
  public static String published(String name) {
    return Unchecked.get(() -> {
      try (InputStream in = MarketplaceSimulator.class.getResourceAsStream("/upstreams/" + name)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    });
  }

  private void answer(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) ->
            headers.put(name.toLowerCase(java.util.Locale.ROOT), values.getFirst()));
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String target = exchange.getRequestURI().toString();
    var request = new Asked(exchange.getRequestMethod(), target, headers, body);
    asked.add(request);
    Said said =
        answers.entrySet().stream()
            .filter(each -> target.startsWith(each.getKey()))
            .findFirst()
            .map(each -> each.getValue().apply(request))
            .orElse(new Said(404, "{}"));
    if (said.status() == 0) {
      return;
    }
    byte[] bytes = said.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(said.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
