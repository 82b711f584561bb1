package dev.gatehouse.packaged;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;

/**
 * Two simulated marketplaces that do not reply until {@link #speak}, and a ledger of their replies.
 * An hourly job of one node requests them one after the other.
 */
final class SilentMarketplace implements AutoCloseable {
  private static final byte[] LISTINGS =
      "{\"listings\":[{\"title\":\"Lamp\",\"asin\":\"B000000001\"}]}"
          .getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;
  private final CountDownLatch speaking = new CountDownLatch(1);
  private final List<String> answered = new CopyOnWriteArrayList<>();
  private volatile int waiting;

  SilentMarketplace() {
    server = LoopbackServer.start(this::handle);
  }

  /** Configures nodes to request both, with a timeout of ten seconds each. */
  ClusterScript askedBy(ClusterScript cluster) {
    String url = LoopbackServer.url(server);
    return cluster
        .with("MARKETPLACE_A_SOURCE", "json")
        .with("MARKETPLACE_A_URL", url + "/a")
        .with("MARKETPLACE_B_SOURCE", "json")
        .with("MARKETPLACE_B_URL", url + "/b");
  }

  /** Returns the requests of one run of the job. */
  static List<String> ofOneRun() {
    return List.of("/a", "/b");
  }

  /** Returns the port of the latest client without a reply; 0 before the first. */
  int waiting() {
    return waiting;
  }

  /** Replies to all later requests. Clients that were already waiting get no reply. */
  void speak() {
    speaking.countDown();
  }

  /** Returns the answered requests in order. */
  List<String> answered() {
    return answered;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (speaking.getCount() > 0) {
        waiting = exchange.getRemoteAddress().getPort();
        speaking.await();
        return;
      }
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, LISTINGS.length);
      exchange.getResponseBody().write(LISTINGS);
      answered.add(exchange.getRequestURI().getPath());
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    ((ExecutorService) server.getExecutor()).shutdownNow();
  }
}
