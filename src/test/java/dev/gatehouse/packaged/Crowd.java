package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.Waiting;

/** Hundreds of cluster clients that disconnect at once in the middle of requests. */
final class Crowd {
  static final int CLIENTS = 480;

  private static final int AT_ONCE = 24;
  private static final int SIZE = 1_000_000;
  private static final int STATUS = 12;
  private static final String KEY = "X-API-Key: " + ClusterScript.KEY;
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final Duration PATIENCE = Duration.ofSeconds(150);
  private static final Pattern HELD =
      Pattern.compile(
          "(?m)^gatehouse_http_in_flight\\{kind=\"(uploads|streams|listeners)\"} (\\S+)$");

  private final ClusterScript cluster;
  private final String song = "crowd-" + System.nanoTime() + ".wav";

  Crowd(ClusterScript cluster) {
    this.cluster = cluster;
  }

  /** Connects all clients and disconnects them. A reply whose head was read counts as success. */
  void visit() throws Exception {
    Client.Request upload =
        new Client(cluster.address()).request("POST", "/audio/upload").key(ClusterScript.KEY);
    Client.Reply stored = upload.file("file", song, Waves.wav(SIZE, 3)).send();
    if (stored.status() != 201) {
      throw new IOException("the song cannot be stored: " + stored.text());
    }
    List<Future<Void>> visits = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        visits.add(
            threads.submit(() -> {
              come(number);
              return null;
            }));
      }
    }
    for (Future<Void> visit : visits) {
      visit.get();
    }
  }

  private void come(int number) throws IOException {
    switch (number % 6) {
      case 0 -> readAndLeave("/audio/" + song, number);
      case 1 -> readAndLeave(LOGS + "/stream", number);
      case 2 -> sendAndLeave("POST /audio/upload", "multipart/form-data; boundary=b", number);
      case 3 -> sendAndLeave("PUT /api/proxy/resume", "application/pdf", number);
      case 4 -> sendAndLeave("POST " + LOGS, "application/json", number);
      default -> leave(asked(LOGS + "?limit=50"), number);
    }
  }

  private RawClient asked(String path) throws IOException {
    return new RawClient(cluster.address()).send(RawClient.head("GET " + path, KEY));
  }

  private void readAndLeave(String path, int number) throws IOException {
    RawClient raw = asked(path);
    String begin = new String(raw.readSome(STATUS), ISO_8859_1);
    if (!begin.startsWith("HTTP/1.1 20")) {
      throw new IOException(path + " is answered " + begin);
    }
    leave(raw, number);
  }

  private void sendAndLeave(String line, String type, int number) throws IOException {
    var raw = new RawClient(cluster.address());
    raw.send(RawClient.head(line, KEY, "Content-Type: " + type, "Content-Length: 60000"));
    raw.send(begin(type) + "x".repeat(number * 100));
    leave(raw, number);
  }

  private static String begin(String type) {
    return switch (type) {
      case "application/pdf" -> "%PDF-1.7 ";
      case "application/json" -> "{\"LogMessage\":{\"message\":\"";
      default ->
          "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"b.wav\"\r\n\r\nRIFF";
    };
  }

  /** Disconnects by a reset or by an orderly close. */
  private static void leave(RawClient raw, int number) throws IOException {
    if (number % 4 < 2) {
      raw.reset();
    } else {
      raw.close();
    }
  }

  /** Returns when the HTTP nodes hold no more state for any of the clients. */
  void isForgotten(List<String> nodes) throws Exception {
    for (String node : nodes) {
      Client management = cluster.management(node);
      Waiting.until(PATIENCE, () -> held(management).equals(List.of(0.0, 0.0, 0.0)));
    }
  }

  private static List<Double> held(Client management) {
    return HELD.matcher(management.get("/metrics").text())
        .results()
        .map(held -> Double.valueOf(held.group(2)))
        .toList();
  }
}
