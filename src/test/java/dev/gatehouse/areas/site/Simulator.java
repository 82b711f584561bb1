package dev.gatehouse.areas.site;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.Samples;

/** Simulated providers on loopback. Each path sends a scripted answer, or none. */
public final class Simulator implements AutoCloseable {
  private static final int OK = 200;

  private final HttpServer server;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Map<String, Says> said = new ConcurrentHashMap<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  /**
   * Received request.
   *
   * @param target path and query
   */
  public record Asked(String target, String authorization, String body) {}

  private record Says(int status, String body, Map<String, String> headers) {}

  public Simulator() {
    server = LoopbackServer.start(this::handle);
  }

  public String url() {
    return LoopbackServer.url(server);
  }

  /** Answers requests whose target starts with this path in this way, from now on. */
  public void says(String path, int status, String body) {
    says(path, status, body, Map.of());
  }

  public void says(String path, int status, String body, Map<String, String> headers) {
    said.put(path, new Says(status, body, headers));
  }

  public void says(String path, String body) {
    says(path, OK, body);
  }

  /** Leaves requests whose target starts with this path unanswered, from now on. */
  public void hangs(String path) {
    said.remove(path);
  }

  public List<Asked> asked() {
    return asked;
  }

  /** Returns a payload from {@code src/test/resources/upstreams}. */
  public static String example(String name) {
    return Samples.resource("/upstreams/" + name + ".json");
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String target = exchange.getRequestURI().toString();
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      asked.add(new Asked(target, exchange.getRequestHeaders().getFirst("Authorization"), body));
      Optional<String> path = said.keySet().stream().filter(target::startsWith).findFirst();
      if (path.isEmpty()) {
        end.await();
        return;
      }
      Says says = said.get(path.get());
      says.headers().forEach(exchange.getResponseHeaders()::add);
      byte[] bytes = says.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(says.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
  }
}
