package dev.gatehouse.packaged;

import module java.base;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Clients that continuously request data whose provider does not respond. */
final class SlowArea {
  private static final int CLIENTS = 100;
  private static final List<String> PATHS =
      List.of("/api/proxy/codehost-stats", "/api/proxy/codehost-recent-repos");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Map<String, Integer> replies = new ConcurrentHashMap<>();
  private final List<Thread> clients = new ArrayList<>();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private volatile boolean over;

  void begin(String address) {
    for (int i = 0; i < CLIENTS; i++) {
      String path = PATHS.get(i % PATHS.size());
      clients.add(
          Thread.ofVirtual()
              .start(() -> {
                while (!over) {
                  ask(URI.create(address + path));
                }
              }));
    }
  }

  private void ask(URI uri) {
    var request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
    try {
      count(Integer.toString(http.send(request, BodyHandlers.discarding()).statusCode()));
      Fault.pass(Duration.ofMillis(20));
    } catch (IOException e) {
      count(e.getClass().getSimpleName());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void count(String reply) {
    replies.merge(reply, 1, Integer::sum);
  }

  void end() throws InterruptedException {
    over = true;
    for (Thread client : clients) {
      client.join();
    }
    System.out.println("the slow area has answered " + new TreeMap<>(replies));
  }
}
