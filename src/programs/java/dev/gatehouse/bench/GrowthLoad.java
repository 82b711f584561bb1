package dev.gatehouse.bench;

import module java.base;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** Clients that ask for one page after the other, and now and then add an entry to the log. */
final class GrowthLoad implements AutoCloseable {
  static final int CLIENTS = 8;

  private static final int WRITE_EVERY = 10;

  private final HttpClient http;
  private final ServerProcess node;
  private final String token;
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();

  GrowthLoad(HttpClient http, ServerProcess node, String token) {
    this.http = http;
    this.node = node;
    this.token = token;
  }

  void start(List<String> paths) {
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(i);
      clients.execute(() -> ask(paths, random));
    }
  }

  long requests() {
    return requests.get();
  }

  /** Returns the number of requests with an error or without a reply. */
  long refused() {
    return refused.get();
  }

  /** Returns when all requests have been answered. */
  void end() {
    over.set(true);
    clients.close();
  }

  @Override
  public void close() {
    end();
  }

  private void ask(List<String> paths, Random random) {
    while (!over.get()) {
      HttpRequest request =
          random.nextInt(WRITE_EVERY) == 0
              ? entry()
              : GrowthBench.get(node, token, paths.get(random.nextInt(paths.size())));
      try {
        if (http.send(request, BodyHandlers.discarding()).statusCode() >= 400) {
          refused.incrementAndGet();
        }
      } catch (IOException e) {
        refused.incrementAndGet();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      requests.incrementAndGet();
    }
  }

  private HttpRequest entry() {
    JsonObject entry =
        new JsonObject()
            .put("timestamp", Instant.now().toString())
            .put("level", "info")
            .put("message", "written while it is read");
    return HttpRequest.newBuilder(URI.create(node.address() + "/api/proxy/bots/trading/logs"))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(entry.encode()))
        .build();
  }
}
