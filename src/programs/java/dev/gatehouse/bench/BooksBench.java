package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.areas.commerce.printshop.PrintfulSimulator;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Measures 100,000 print shop orders over ten years: the time of a full sync without rate limits,
 * and of the summary. Summary requests are the first one after a start, later ones, and the first
 * one after a change. The first thousand later requests are reported separately, because the node
 * is still compiling its code.
 */
public final class BooksBench {
  private static final int ORDERS = 100_000;
  private static final int REQUESTS = 1_000;

  /** Excludes the client's own class loading and compilation from the node's times. */
  private static final int WARM_REQUESTS = 5_000;

  private static final int CHANGES = 10;
  private static final long BETWEEN_SECONDS = 3_156;
  private static final long LOOK_NANOS = 200_000_000;
  private static final double MAX_FIRST_MILLIS = 300;
  private static final double MAX_LATER_MILLIS = 5;
  private static final String KEY = "bench-key-0123456789";
  private static final String SUMMARY = "/api/proxy/printshop/summary";
  private static final String SYNC = "/api/proxy/printshop/sync";

  private final PrintfulSimulator provider = new PrintfulSimulator();
  private final long latest = Instant.parse("2026-11-01T00:00:00Z").getEpochSecond();
  private final AtomicLong change = new AtomicLong(latest);
  private final Peers peers;
  private final Path data;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private BooksBench(Options options) throws IOException {
    this.peers = new Peers(options.work());
    this.data = peers.fresh("data/print-orders");
  }

  public static void main(String[] arguments) throws Exception {
    new BooksBench(Options.of(arguments)).run();
  }

  private JsonObject order(int place) {
    JsonObject order =
        PrintfulSimulator.order(
            ORDERS - place, latest - BETWEEN_SECONDS * place, "fulfilled", "24.99", "9.87");
    // The latest order changes continuously, because parts of it are refunded.
    return place == 0 ? order.put("updated", change.get()) : order;
  }

  private ServerProcess node() throws IOException, InterruptedException {
    return peers.gatehouse(
        "books",
        Map.of(
            "GATEHOUSE_DATA_DIR",
            data.toString(),
            "GATEHOUSE_ACCESS_API_KEY",
            KEY,
            "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE",
            "0",
            "GATEHOUSE_PRINTSHOP_URL",
            provider.url(),
            "GATEHOUSE_PRINTSHOP_TOKEN",
            PrintfulSimulator.TOKEN,
            "GATEHOUSE_PRINTSHOP_DAILY",
            "false",
            "GATEHOUSE_PRINTSHOP_CALLS_PER_MINUTE",
            "1000000"));
  }

  private void run() throws Exception {
    provider.makes(ORDERS, this::order);
    warmClient();
    double copied;
    try (ServerProcess node = node()) {
      copied = synced(node);
    }
    Table table =
        new Table(ORDERS + " orders of a print shop, over HTTP", "what", "ms", "at most", "");
    try (ServerProcess node = node()) {
      row(table, "the first summary of a node", summary(node), MAX_FIRST_MILLIS);
      double[] cold = summaries(node);
      row(table, "the next 1,000, median", cold[REQUESTS / 2], MAX_LATER_MILLIS);
      table.row("the next 1,000, p99", text(late(cold)), "", "");
      for (int done = REQUESTS; done < WARM_REQUESTS; done += REQUESTS) {
        summaries(node);
      }
      double[] later = summaries(node);
      row(table, "1,000 after 5,000, median", later[REQUESTS / 2], MAX_LATER_MILLIS);
      row(table, "1,000 after 5,000, p99", late(later), MAX_LATER_MILLIS);
      double worst = 0;
      for (int i = 0; i < CHANGES; i++) {
        change.incrementAndGet();
        synced(node);
        worst = Math.max(worst, summary(node));
      }
      row(table, "the first after a change, worst of " + CHANGES, worst, MAX_FIRST_MILLIS);
    } finally {
      provider.close();
    }
    table.print();
    System.out.printf(
        Locale.ROOT, "%nCopied in %.1f s, %.0f orders a second.%n", copied, ORDERS / copied);
  }

  private static void row(Table table, String what, double millis, double max) {
    table.row(
        what, text(millis), String.format(Locale.ROOT, "%.0f", max), Table.atMost(millis, max));
  }

  private static String text(double millis) {
    return String.format(Locale.ROOT, "%.2f", millis);
  }

  private static double late(double[] sorted) {
    return sorted[REQUESTS * 99 / 100];
  }

  /** Returns the sorted milliseconds of a thousand summaries. */
  private double[] summaries(ServerProcess node) throws Exception {
    double[] times = new double[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      times[i] = summary(node);
    }
    Arrays.sort(times);
    return times;
  }

  /** Warms up the client with requests that the print shop rejects. */
  private void warmClient() throws Exception {
    HttpRequest refused = HttpRequest.newBuilder(URI.create(provider.url() + "/orders?no")).build();
    for (int i = 0; i < WARM_REQUESTS; i++) {
      http.send(refused, BodyHandlers.ofString());
    }
  }

  /** Returns the seconds that a sync takes. */
  private double synced(ServerProcess node) throws Exception {
    String before = lastSynced(progress(node));
    long start = System.nanoTime();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.address() + SYNC))
            .header("X-API-Key", KEY)
            .header("Prefer", "respond-async")
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    HttpResponse<String> begun = http.send(request, BodyHandlers.ofString());
    if (begun.statusCode() > 202) {
      throw new IOException(begun.body());
    }
    JsonObject progress = progress(node);
    while (lastSynced(progress).equals(before)) {
      if (progress.getString("state").equals("interrupted")) {
        throw new IOException(progress.encode());
      }
      LockSupport.parkNanos(LOOK_NANOS);
      progress = progress(node);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static String lastSynced(JsonObject progress) {
    return String.valueOf(progress.getValue("lastSyncedAt"));
  }

  private JsonObject progress(ServerProcess node) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.address() + SYNC)).header("X-API-Key", KEY).build();
    return new JsonObject(http.send(request, BodyHandlers.ofString()).body()).getJsonObject("data");
  }

  /** Returns the milliseconds that the summary takes. */
  private double summary(ServerProcess node) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(node.address() + SUMMARY)).build();
    long start = System.nanoTime();
    HttpResponse<String> reply = http.send(request, BodyHandlers.ofString());
    double millis = (System.nanoTime() - start) / 1e6;
    int orders = new JsonObject(reply.body()).getJsonObject("data").getInteger("totalOrders");
    if (orders != ORDERS) {
      throw new IOException(reply.body());
    }
    return millis;
  }
}
