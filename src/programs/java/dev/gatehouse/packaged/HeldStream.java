package dev.gatehouse.packaged;

import module java.base;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * A client of the stream of notifications that reconnects with the ID of its last event, as a
 * browser does.
 */
final class HeldStream implements AutoCloseable {
  private static final String PATH = "/api/proxy/notifications/stream";
  private static final long PAUSE_NANOS = 100_000_000;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String base;
  private final String token;
  private final List<String> titles = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final Thread reader;
  private String lastId = "";
  private volatile InputStream body;
  private volatile boolean over;

  HeldStream(String base, String token) {
    this.base = base;
    this.token = token;
    reader = Thread.ofVirtual().start(this::hold);
  }

  private void hold() {
    while (!over) {
      try {
        read();
      } catch (IOException ended) {
        // The node has ended. The next connection resumes.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void read() throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(base + PATH)).header("Authorization", "Bearer " + token);
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    HttpResponse<InputStream> reply = http.send(request.build(), BodyHandlers.ofInputStream());
    body = reply.body();
    try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      if (reply.statusCode() != 200) {
        refuse(reply.statusCode() + " " + lines.readLine());
        return;
      }
      connections.incrementAndGet();
      String id = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id:")) {
          id = line.substring(3).strip();
        } else if (line.startsWith("data:")) {
          add(new JsonObject(line.substring(5)).getString("title", ""));
        } else if (line.isEmpty() && !id.isEmpty()) {
          // An event counts when its last line has arrived.
          lastId = id;
        }
      }
    }
  }

  private synchronized void refuse(String how) {
    refused.add(how);
  }

  private synchronized void add(String title) {
    titles.add(title);
  }

  /** Returns the titles of all events, in the order of their arrival. */
  synchronized List<String> titles() {
    return List.copyOf(titles);
  }

  /** Returns the replies that were no stream. */
  synchronized List<String> refused() {
    return List.copyOf(refused);
  }

  /** Returns how often a stream was opened. */
  int connections() {
    return connections.get();
  }

  @Override
  public void close() throws IOException {
    over = true;
    InputStream open = body;
    if (open != null) {
      open.close();
    }
    reader.interrupt();
    http.close();
  }
}
