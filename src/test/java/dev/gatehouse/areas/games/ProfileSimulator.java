package dev.gatehouse.areas.games;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import io.vertx.core.json.JsonObject;

/** The accounts of the game's maker on loopback, asked by name. */
final class ProfileSimulator implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, JsonObject> accounts = new ConcurrentHashMap<>();
  private volatile boolean failing;

  ProfileSimulator() {
    server = LoopbackServer.start(this::answer);
  }

  String url() {
    return LoopbackServer.url(server) + "/users/";
  }

  ProfileSimulator knows(String name, String id) {
    accounts.put(
        name.toLowerCase(Locale.ROOT), JsonObject.of("id", id.replace("-", ""), "name", name));
    return this;
  }

  void fails() {
    failing = true;
  }

  void works() {
    failing = false;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    JsonObject account = accounts.get(name);
    try (exchange) {
      if (failing) {
        exchange.sendResponseHeaders(400, -1);
      } else if (account == null) {
        exchange.sendResponseHeaders(name.length() % 2 == 0 ? 404 : 204, -1);
      } else {
        byte[] body = account.encode().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
