package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Samples;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Clients that read and write continuously, with an external ledger: every acknowledged change,
 * every failed request with its kind, and the longest waits.
 */
final class LedgerClient implements AutoCloseable {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final List<String> READS =
      List.of(
          "/audio?limit=5", LOGS + "?limit=5", "/api/proxy/historical-data", "/deployment/info");
  private static final int WRITE_EVERY = 3;
  private static final int PAGE = 200;
  private static final long MILLION = 1_000_000;
  private static final String UNSHAPED = "in another shape";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  private final String base;
  private final String key;
  private final String source;
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<Failed> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger written = new AtomicInteger();
  private final List<Thread> clients = new ArrayList<>();

  /** Pause between a client's requests, because the tests target faults and not load. */
  private long pauseNanos = 10 * MILLION;

  private volatile boolean over;
  private volatile long longest;

  /** A request without the expected reply. */
  record Failed(long at, String how) {}

  /**
   * @param key the owner's key
   * @param source distinguishes this ledger's entries
   */
  LedgerClient(String base, String key, String source) {
    this.base = base;
    this.key = key;
    this.source = source;
  }

  /** Replaces the pause of 10 ms, with which a few clients keep a small machine busy. */
  LedgerClient pausing(Duration pause) {
    pauseNanos = pause.toNanos();
    return this;
  }

  LedgerClient begin(int count) {
    for (int i = 0; i < count; i++) {
      int first = i;
      clients.add(Thread.ofVirtual().start(() -> work(first)));
    }
    return this;
  }

  int sent() {
    return sent.get();
  }

  int answered() {
    return answered.get();
  }

  int failed() {
    return failures.size();
  }

  long longestMillis() {
    return longest / MILLION;
  }

  /** Returns the number of failures by kind. */
  Map<String, Integer> kinds() {
    Map<String, Integer> kinds = new TreeMap<>();
    failures.forEach(failure -> kinds.merge(failure.how(), 1, Integer::sum));
    return kinds;
  }

  /** Returns the time from a moment, by nanoTime, to the last failure after it. */
  Duration recovery(long since) {
    long last = failures.stream().mapToLong(Failed::at).max().orElse(since);
    return Duration.ofNanos(Math.max(0, last - since));
  }

  /** Returns when every sent request has ended. */
  @Override
  public void close() {
    over = true;
    clients.forEach(LedgerClient::join);
  }

  private static void join(Thread client) {
    try {
      client.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(int first) {
    for (int i = first; !over; i++) {
      if (i % WRITE_EVERY == 0) {
        write(source + '-' + written.incrementAndGet());
      } else {
        ask(request(READS.get(i % READS.size())).GET().build());
      }
      LockSupport.parkNanos(pauseNanos);
    }
  }

  /** Adds a client that repeats a different action. */
  LedgerClient beside(Consumer<LedgerClient> deed) {
    clients.add(
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (!over) {
                  deed.accept(this);
                  LockSupport.parkNanos(pauseNanos);
                }
              } catch (RuntimeException e) {
                failures.add(new Failed(System.nanoTime(), e.toString()));
              }
            }));
    return this;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .timeout(PATIENCE)
        .header("X-API-Key", key);
  }

  private void write(String id) {
    JsonObject entry = JsonObject.of("LogMessage", Samples.logMessage(source, "chaos", id));
    HttpRequest request =
        request(LOGS)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(entry.encode()))
            .build();
    if (ask(request).isPresent()) {
      acknowledged.add(id);
    }
  }

  private Optional<HttpResponse<String>> ask(HttpRequest request) {
    return send(request, request.method().equals("POST") ? 201 : 200);
  }

  /**
   * Sends a request and records its outcome.
   *
   * @param expected the status of a success
   * @return empty if it failed
   */
  Optional<HttpResponse<String>> send(HttpRequest request, int expected) {
    long begin = System.nanoTime();
    sent.incrementAndGet();
    Optional<HttpResponse<String>> reply = Optional.empty();
    String fault;
    try {
      reply = Optional.of(http.send(request, BodyHandlers.ofString()));
      fault = fault(reply.get(), expected);
    } catch (IOException e) {
      fault = e.getClass().getSimpleName() + ' ' + request.method() + ' ' + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fault = e.getClass().getSimpleName();
    }
    long now = System.nanoTime();
    note(now - begin);
    if (!fault.isEmpty()) {
      failures.add(new Failed(now, fault));
      return Optional.empty();
    }
    answered.incrementAndGet();
    return reply;
  }

  private synchronized void note(long nanos) {
    longest = Math.max(longest, nanos);
  }

  /**
   * Returns empty for a success. Checks that errors of nodes and proxies have the uniform format.
   */
  private static String fault(HttpResponse<String> reply, int expected) {
    if (reply.statusCode() == expected) {
      return "";
    }
    return reply.body().startsWith("{")
        ? reply.statusCode() + " " + new JsonObject(reply.body()).getString("error", UNSHAPED)
        : reply.statusCode() + " " + UNSHAPED;
  }

  /** Returns the acknowledged changes that are missing. */
  Set<String> lost() throws IOException, InterruptedException {
    Set<String> lost = new HashSet<>(acknowledged);
    JsonArray entries;
    int page = 0;
    do {
      page++;
      String path =
          LOGS
              + "?sortBy=_id&sortOrder=asc&limit="
              + PAGE
              + "&page="
              + page
              + "&messageSource="
              + source;
      HttpResponse<String> reply = http.send(request(path).GET().build(), BodyHandlers.ofString());
      if (reply.statusCode() != 200) {
        throw new IOException(reply.statusCode() + ": " + reply.body());
      }
      entries = new JsonObject(reply.body()).getJsonArray("data");
      for (int i = 0; i < entries.size(); i++) {
        lost.remove(entries.getJsonObject(i).getJsonObject("LogMessage").getString("message"));
      }
    } while (entries.size() == PAGE);
    return lost;
  }
}
