package dev.gatehouse.packaged;

import module java.base;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Requests at a steady rate: reads, notifications, uploads that are read back, and downloads. Each
 * request has an expected reply, and all others are failures.
 */
final class SteadyLoad {
  private static final List<String> READS =
      List.of(
          "/audio?limit=5",
          "/api/proxy/notifications?limit=5",
          "/api/proxy/historical-data",
          "/deployment/info");

  /** Of a hundred requests, these are not reads. */
  private static final int NOTIFICATIONS = 10;

  private static final int UPLOADS = 4;
  private static final int DOWNLOADS = 3;
  private static final int HUNDRED = 100;

  private static final int UPLOAD_BYTES = 64 << 10;
  private static final int DOWNLOAD_BYTES = 1 << 20;
  private static final String BOUNDARY = "steady-load-boundary";
  private static final int MAX_OPEN = 400;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long SECOND_NANOS = 1_000_000_000;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  private final String base;
  private final String name;
  private final int rate;
  private final byte[] uploaded = Waves.wav(UPLOAD_BYTES, 2);
  private final byte[] downloaded = Waves.wav(DOWNLOAD_BYTES, 1);
  private final Semaphore open = new Semaphore(MAX_OPEN);
  private final Map<String, AtomicInteger> sent = new ConcurrentHashMap<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
  private final AtomicLong longest = new AtomicLong();
  private final AtomicInteger answered = new AtomicInteger();
  private Thread pacer;
  private long begun;
  private long ended;
  private volatile boolean over;

  /**
   * @param name distinguishes its files and notifications
   * @param rate requests per second
   */
  SteadyLoad(String base, String name, int rate) {
    this.base = base;
    this.name = name;
    this.rate = rate;
  }

  /** Stores the file that is downloaded, and starts the requests. */
  void begin() {
    upload(name + ".wav", downloaded);
    begun = System.nanoTime();
    pacer = Thread.ofPlatform().start(this::pace);
  }

  private void pace() {
    for (long n = 0; !over; n++) {
      long due = begun + n * SECOND_NANOS / rate;
      LockSupport.parkNanos(due - System.nanoTime());
      // A client that is too slow sends later, and the reached rate shows it.
      open.acquireUninterruptibly();
      long number = n;
      Thread.ofVirtual()
          .start(() -> {
            try {
              send(number);
            } finally {
              open.release();
            }
          });
    }
  }

  private void send(long number) {
    // A prime spreads the kinds over each hundred.
    int kind = (int) (number * 37 % HUNDRED);
    if (kind < NOTIFICATIONS) {
      notify(name + "-" + number);
    } else if (kind < NOTIFICATIONS + UPLOADS) {
      String file = name + "-" + number + ".wav";
      if (upload(file, uploaded)) {
        download(file, uploaded);
      }
    } else if (kind < NOTIFICATIONS + UPLOADS + DOWNLOADS) {
      download(name + ".wav", downloaded);
    } else {
      String path = READS.get((int) (number % READS.size()));
      ask("read", request(path).GET().build(), 200);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .timeout(PATIENCE)
        .header("X-API-Key", ClusterScript.KEY);
  }

  private void notify(String title) {
    String json = new JsonObject().put("title", title).put("body", "b").encode();
    var request =
        request("/api/proxy/notify")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build();
    if (ask("notification", request, 200).length > 0) {
      acknowledged.add(title);
    }
  }

  private boolean upload(String file, byte[] wav) {
    String head =
        "--"
            + BOUNDARY
            + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
            + file
            + "\"\r\nContent-Type: audio/wav\r\n\r\n";
    byte[] form =
        Buffer.buffer(head)
            .appendBytes(wav)
            .appendString("\r\n--" + BOUNDARY + "--\r\n")
            .getBytes();
    var request =
        request("/audio/upload")
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(BodyPublishers.ofByteArray(form))
            .build();
    return ask("upload", request, 201).length > 0;
  }

  private void download(String file, byte[] expected) {
    byte[] body = ask("download", request("/audio/" + file).GET().build(), 200);
    if (body.length > 0 && !Waves.digest(body).equals(Waves.digest(expected))) {
      failures.add("download: other bytes");
    }
  }

  /** Returns the body; empty after a failure. */
  private byte[] ask(String kind, HttpRequest request, int expected) {
    sent.computeIfAbsent(kind, first -> new AtomicInteger()).incrementAndGet();
    long begin = System.nanoTime();
    try {
      HttpResponse<byte[]> reply = http.send(request, BodyHandlers.ofByteArray());
      longest.accumulateAndGet(System.nanoTime() - begin, Math::max);
      if (reply.statusCode() == expected) {
        answered.incrementAndGet();
        return reply.body();
      }
      String text = new String(reply.body(), StandardCharsets.UTF_8);
      failures.add(kind + ": " + reply.statusCode() + " " + text);
    } catch (IOException e) {
      failures.add(kind + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new byte[0];
  }

  /** Returns the titles of the notifications that were accepted. */
  List<String> acknowledged() {
    return List.copyOf(acknowledged);
  }

  /** Returns the failures by kind. */
  Map<String, Integer> failures() {
    Map<String, Integer> kinds = new TreeMap<>();
    failures.forEach(failure -> kinds.merge(failure, 1, Integer::sum));
    return kinds;
  }

  int failed() {
    return failures.size();
  }

  Map<String, AtomicInteger> sent() {
    return new TreeMap<>(sent);
  }

  /** Returns the requests per second that were answered. */
  double reached() {
    return answered.get() / ((ended - begun) / (double) SECOND_NANOS);
  }

  long longestMillis() {
    return Duration.ofNanos(longest.get()).toMillis();
  }

  /** Sends no more requests, and returns when every sent request has ended. */
  void end() throws InterruptedException {
    over = true;
    pacer.join();
    open.acquire(MAX_OPEN);
    ended = System.nanoTime();
    http.close();
  }
}
