package dev.gatehouse.bench;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Fills a node through its API with log entries, bars, symbols, short URLs, files and bans. */
final class GrowthFill {
  static final String LOGS = "/api/proxy/bots/trading/logs";
  static final String SYMBOLS = "/api/proxy/historical-data";
  static final String LARGE = SYMBOLS + "/LARGE";
  private static final int CLIENTS = 8;
  private static final int LOT = 500;
  private static final Instant START = Instant.parse("2000-01-01T00:00:00Z");

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ServerProcess node;
  private final String token;
  private final Path work;

  /** A kind of item, and its addition. */
  enum Kind {
    DOCUMENTS("log entries", LOT, "tradingLogs") {
      @Override
      void add(GrowthFill fill, int first, int count) throws Exception {
        fill.logs(first, count);
      }
    },
    BARS("bars of one symbol", Integer.MAX_VALUE, "symbols") {
      @Override
      void add(GrowthFill fill, int first, int count) throws Exception {
        fill.bars(count);
      }
    },
    SYMBOLS("symbols", 1, "symbols") {
      @Override
      String id(int index) {
        return "S" + index;
      }

      @Override
      void add(GrowthFill fill, int first, int count) throws Exception {
        fill.symbol(first);
      }
    },
    LINKS("short URLs", 1, "shortUrls") {
      @Override
      String id(int index) {
        return "key-" + index;
      }

      @Override
      void add(GrowthFill fill, int first, int count) throws Exception {
        fill.link(first);
      }
    },
    FILES("audio files", 1, "audio") {
      @Override
      String id(int index) {
        return "song-" + index + ".wav";
      }

      @Override
      void add(GrowthFill fill, int first, int count) throws Exception {
        fill.file(first);
      }
    },
    BANS("bans", 1, "bans") {
      @Override
      String id(int index) {
        return banned(index);
      }

      @Override
      void add(GrowthFill fill, int first, int count) throws Exception {
        fill.ban(first);
      }
    };

    final String title;

    /** Number of items per request. */
    final int lot;

    final String collection;

    Kind(String title, int lot, String collection) {
      this.title = title;
      this.lot = lot;
      this.collection = collection;
    }

    /** Returns the id of the document of an item that needs a request. */
    String id(int index) {
      throw new UnsupportedOperationException(title);
    }

    abstract void add(GrowthFill fill, int first, int count) throws Exception;
  }

  GrowthFill(ServerProcess node, Path work) throws IOException, InterruptedException {
    this.node = node;
    this.token = Visitor.token(node);
    this.work = work;
  }

  /** Adds items, several requests at a time. */
  void fill(Kind kind, int count) throws Exception {
    int lots = (int) Math.ceil(count / (double) kind.lot);
    AtomicInteger next = new AtomicInteger();
    Callable<Void> client =
        () -> {
          for (int lot = next.getAndIncrement(); lot < lots; lot = next.getAndIncrement()) {
            int first = lot * kind.lot;
            kind.add(this, first, Math.min(kind.lot, count - first));
          }
          return null;
        };
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<Void>> ends = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        ends.add(clients.submit(client));
      }
      for (Future<Void> end : ends) {
        end.get();
      }
    }
  }

  /** Returns the address of a ban. */
  static String banned(int index) {
    return "10." + (index >> 16) + '.' + (index >> 8 & 255) + '.' + (index & 255);
  }

  static String time(int index) {
    return START.plusSeconds(60L * index).toString();
  }

  static JsonObject entry(int index) {
    JsonObject message =
        new JsonObject()
            .put("timeStamp", time(index))
            .put("messageSource", "source-" + index % 7)
            .put("localOperationName", "operation-" + index % 40)
            .put("messageType", "type-" + index % 5)
            .put("message", "Order " + index + " was filled at the price of the day");
    return new JsonObject().put("LogMessage", message);
  }

  private void logs(int first, int count) throws Exception {
    JsonArray entries = new JsonArray();
    for (int i = first; i < first + count; i++) {
      entries.add(entry(i));
    }
    post(LOGS, entries.encode());
  }

  private void bars(int count) throws Exception {
    StringBuilder csv = new StringBuilder("timeUtc,open,high,low,close,volume\n");
    for (int i = 0; i < count; i++) {
      double price = 100 + i % 1_000 / 100.0;
      csv.append(time(i)).append(',').append(price).append(',').append(price + 1).append(',');
      csv.append(price - 1).append(',').append(price).append(',').append(i % 977).append('\n');
    }
    Path file = Files.writeString(work.resolve("growth.csv"), csv);
    send(request(LARGE).header("Content-Type", "text/csv").PUT(BodyPublishers.ofFile(file)));
    Files.delete(file);
  }

  private void symbol(int index) throws Exception {
    JsonObject bar = new JsonObject().put("timeUtc", time(index));
    List.of("open", "high", "low", "close").forEach(name -> bar.put(name, 1));
    JsonObject body = new JsonObject().put("bars", new JsonArray().add(bar));
    post(SYMBOLS + "/" + Kind.SYMBOLS.id(index) + "/bars", body.encode());
  }

  private void link(int index) throws Exception {
    JsonObject body =
        new JsonObject()
            .put("key", Kind.LINKS.id(index))
            .put("url", "https://example.org/" + index);
    post("/api/proxy/redirects", body.encode());
  }

  private void file(int index) throws Exception {
    Path wav = work.resolve("growth-" + Thread.currentThread().threadId() + ".wav");
    if (!Files.exists(wav)) {
      MadeWav.write(wav, 250);
    }
    new Visitor(node.address(), token, http).upload(Kind.FILES.id(index), wav);
  }

  /** Requests a honeypot path, which bans the address. */
  private void ban(int index) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.address() + "/.env"))
            .header("X-Forwarded-For", banned(index))
            .build();
    int status = http.send(request, BodyHandlers.discarding()).statusCode();
    if (status < 400 || status >= 500) {
      throw new IOException(status + " for a honeypot path");
    }
  }

  /** Sends a GET request as the owner and returns its duration in milliseconds. */
  double get(String path) throws Exception {
    long start = System.nanoTime();
    send(request(path).GET());
    return (System.nanoTime() - start) / 1e6;
  }

  /** Sends an anonymous GET request from an address, and returns its duration in milliseconds. */
  double get(String path, String address, int expected) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.address() + path))
            .header("X-Forwarded-For", address)
            .build();
    long start = System.nanoTime();
    int status = http.send(request, BodyHandlers.discarding()).statusCode();
    double millis = (System.nanoTime() - start) / 1e6;
    if (status != expected) {
      throw new IOException(status + " for " + path);
    }
    return millis;
  }

  double add(Kind kind, int index) throws Exception {
    long start = System.nanoTime();
    kind.add(this, index, 1);
    return (System.nanoTime() - start) / 1e6;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(node.address() + path))
        .header("Authorization", "Bearer " + token);
  }

  private void post(String path, String json) throws Exception {
    send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  private void send(HttpRequest.Builder request) throws Exception {
    HttpResponse<byte[]> reply = http.send(request.build(), BodyHandlers.ofByteArray());
    if (reply.statusCode() >= 400) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%d for %s: %s",
              reply.statusCode(),
              reply.uri().getPath(),
              new String(
                  reply.body(),
                  0,
                  Math.min(300, reply.body().length),
                  java.nio.charset.StandardCharsets.UTF_8)));
    }
  }
}
