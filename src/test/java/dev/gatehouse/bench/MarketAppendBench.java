package dev.gatehouse.bench;

import dev.gatehouse.areas.trading.marketdata.DuckDb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** One bar after another added to 250,000 rows: how long each takes, and what reaches the disk. */
public final class MarketAppendBench {
  private static final String SYMBOL = "/api/proxy/historical-data/SPY";
  private static final int ROWS = 250_000;
  private static final int WARM_UP = 200;
  private static final int APPENDS = 500;
  private static final double MAX_MILLIS = 20;
  private static final double MAX_KILOBYTES = 64;
  private static final Instant FIRST = Instant.parse("2010-01-01T00:00:00Z");

  private final Options options;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private MarketAppendBench(Options options) {
    this.options = options;
  }

  public static void main(String[] arguments) throws Exception {
    new MarketAppendBench(Options.of(arguments)).run();
  }

  private void run() throws Exception {
    Peers peers = new Peers(options.work());
    Path parquet = peers.market().resolve("appended.parquet");
    try (DuckDb duck = new DuckDb()) {
      duck.minutes(ROWS);
      duck.write("from bars", parquet, "format parquet, codec zstd");
    }
    Map<String, String> settings =
        Map.of(
            "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0",
            "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE", "0");
    try (ServerProcess node = peers.gatehouse("appends", settings)) {
      new Visitor(node).putMarketData(SYMBOL, parquet);
      String token = Visitor.token(node);
      for (int i = 0; i < WARM_UP; i++) {
        add(node, token, i);
      }
      double[] millis = new double[APPENDS];
      double cpu = node.cpuSeconds();
      long written = node.writtenBytes();
      for (int i = 0; i < APPENDS; i++) {
        long start = System.nanoTime();
        add(node, token, WARM_UP + i);
        millis[i] = (System.nanoTime() - start) / 1e6;
      }
      print(
          millis,
          (node.cpuSeconds() - cpu) * 1e3 / APPENDS,
          (node.writtenBytes() - written) / 1e3 / APPENDS);
    }
  }

  private static void print(double[] millis, double cpuMillis, double kilobytes) {
    Arrays.sort(millis);
    double median = millis[APPENDS / 2];
    new Table(
            String.format(Locale.ROOT, "%d bars added to %,d rows, one by one", APPENDS, ROWS),
            "figure",
            "value",
            "target",
            "")
        .row("ms, median", text("%.1f", median), "20", Table.atMost(median, MAX_MILLIS))
        .row("ms, 99 of 100", text("%.1f", millis[APPENDS * 99 / 100]), "", "")
        .row("CPU ms", text("%.2f", cpuMillis), "", "")
        .row("KB written", text("%.1f", kilobytes), "64", Table.atMost(kilobytes, MAX_KILOBYTES))
        .print();
  }

  private void add(ServerProcess node, String token, int index)
      throws IOException, InterruptedException {
    JsonObject bar =
        new JsonObject()
            .put("timeUtc", FIRST.plusSeconds(60L * (ROWS + index)).toString())
            .put("open", 100.25)
            .put("high", 101.5)
            .put("low", 99.75)
            .put("close", 100.5)
            .put("volume", 1234)
            .put("vwap", 100.3751)
            .put("tradeCount", 17)
            .put("exchange", "XNAS")
            .put("otc", false);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.address() + SYMBOL + "/bars"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    new JsonObject().put("bars", new JsonArray().add(bar)).encode()))
            .build();
    HttpResponse<String> reply = http.send(request, BodyHandlers.ofString());
    if (reply.statusCode() != 200) {
      throw new IOException(reply.statusCode() + " " + reply.body());
    }
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
