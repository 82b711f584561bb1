package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.DuckDb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Bars added one by one to a large symbol: the time of an append, and the bytes written per bar. A
 * small symbol gets a bar in each turn, too. Its longest append shows how much the machine
 * contributes. Before, the first bytes of downloads with an added bar are compared with those of
 * the same file without one, in turns.
 */
public final class MarketAppendBench {
  private static final String SYMBOLS = "/api/proxy/historical-data/";
  private static final String LARGE = "SPY";
  private static final String SMALL = "TINY";
  private static final String UNCHANGED = "SPX";
  private static final int DOWNLOADS = 25;
  private static final double MAX_FIRST_BYTE = 2;
  private static final int ROWS = 250_000;
  private static final int APPENDS = 500;
  private static final int WARM_UP = 200;
  private static final double MAX_MILLIS = 20;
  private static final double MAX_KILOBYTES = 64;
  private static final double MAX_LONGEST = 5;
  private static final Instant FIRST = Instant.parse("2010-01-01T00:00:00Z");

  private final Peers peers;
  private final int rows;
  private final int appends;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private MarketAppendBench(Path work, int rows, int appends) {
    this.peers = new Peers(work);
    this.rows = rows;
    this.appends = appends;
  }

  /**
   * @param arguments the folder of the benchmarks; then, optionally, the rows of the large symbol
   *     and the number of appends
   */
  public static void main(String... arguments) throws Exception {
    boolean given = arguments.length > 2;
    new MarketAppendBench(
            Path.of(arguments[0]),
            given ? Integer.parseInt(arguments[1]) : ROWS,
            given ? Integer.parseInt(arguments[2]) : APPENDS)
        .run();
  }

  /** Durations of appends in milliseconds, sorted. */
  private record Times(double[] millis) {
    Times {
      Arrays.sort(millis);
    }

    double median() {
      return millis[millis.length / 2];
    }

    double of1000(int part) {
      return millis[(int) ((long) millis.length * part / 1_000)];
    }

    double longest() {
      return millis[millis.length - 1];
    }
  }

  private void run() throws Exception {
    Map<String, String> settings =
        Map.of(
            "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0",
            "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE", "0");
    try (ServerProcess node = peers.gatehouse("appends", settings)) {
      long size = put(node);
      String token = Visitor.token(node);
      compareDownloads(node, token);
      for (int i = 0; i < WARM_UP; i++) {
        add(node, token, LARGE, rows + i);
        add(node, token, SMALL, i);
      }
      double[] large = new double[appends];
      double[] small = new double[appends];
      double cpu = node.cpuSeconds();
      long written = node.writtenBytes();
      for (int i = 0; i < appends; i++) {
        large[i] = add(node, token, LARGE, rows + WARM_UP + i);
        small[i] = add(node, token, SMALL, WARM_UP + i);
      }
      double cpuMillis = (node.cpuSeconds() - cpu) * 1e3 / (2 * appends);
      double kilobytes = (node.writtenBytes() - written) / 1e3 / (2 * appends);
      print(new Times(large), new Times(small), new double[] {cpuMillis, kilobytes}, size);
    }
  }

  /** Uploads the large symbol and returns the size of its file. */
  private long put(ServerProcess node) throws Exception {
    Path parquet = peers.market().resolve("appended.parquet");
    try (DuckDb duck = new DuckDb()) {
      duck.minutes(rows);
      for (String symbol : List.of(UNCHANGED, LARGE)) {
        String bars = "select * replace ('" + symbol + "' as symbol) from bars";
        duck.write(bars, parquet, "format parquet, codec zstd");
        new Visitor(node).putMarketData(SYMBOLS + symbol, parquet);
      }
    }
    return Files.size(parquet);
  }

  private void compareDownloads(ServerProcess node, String token) throws Exception {
    add(node, token, LARGE, rows);
    Table table =
        new Table(
            String.format(Locale.ROOT, "First byte of a download of %,d rows, ms, median", rows),
            "download",
            "without an added bar",
            "with one",
            "ratio",
            "target",
            "");
    for (String kind : List.of("/csv", "/download")) {
      double[] unchanged = new double[DOWNLOADS];
      double[] changed = new double[DOWNLOADS];
      double first = firstByte(node, LARGE + kind);
      for (int i = 0; i < DOWNLOADS; i++) {
        unchanged[i] = firstByte(node, UNCHANGED + kind);
        changed[i] = firstByte(node, LARGE + kind);
      }
      double ratio = new Times(changed).median() / new Times(unchanged).median();
      table.row(
          kind + ", first request " + text(first),
          text(new Times(unchanged).median()),
          text(new Times(changed).median()),
          text(ratio),
          text(MAX_FIRST_BYTE),
          Table.atMost(ratio, MAX_FIRST_BYTE));
    }
    table.print();
  }

  /** Returns the milliseconds until the first byte of a download, which is then given up. */
  private double firstByte(ServerProcess node, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.address() + SYMBOLS + path)).build();
    long start = System.nanoTime();
    HttpResponse<InputStream> reply = http.send(request, BodyHandlers.ofInputStream());
    try (InputStream body = reply.body()) {
      if (reply.statusCode() != 200 || body.read() < 0) {
        throw new IOException(reply.statusCode() + " for " + path);
      }
      return (System.nanoTime() - start) / 1e6;
    }
  }

  private void print(Times large, Times small, double[] perAppend, long size) {
    double longest = large.longest() / large.median();
    new Table(
            String.format(
                Locale.ROOT,
                "%,d bars added one by one to %,d rows (%,d MB)",
                appends,
                rows,
                size / 1_000_000),
            "figure",
            "value",
            "small symbol",
            "target",
            "")
        .row(
            "ms, median",
            text(large.median()),
            text(small.median()),
            text(MAX_MILLIS),
            Table.atMost(large.median(), MAX_MILLIS))
        .row("ms, 99 of 100", text(large.of1000(990)), text(small.of1000(990)), "", "")
        .row("ms, 999 of 1,000", text(large.of1000(999)), text(small.of1000(999)), "", "")
        .row("ms, longest", text(large.longest()), text(small.longest()), "", "")
        .row(
            "longest / median",
            text(longest),
            text(small.longest() / small.median()),
            text(MAX_LONGEST),
            Table.atMost(longest, MAX_LONGEST))
        .row("CPU ms per append", text(perAppend[0]), "", "", "")
        .row(
            "KB written per append",
            text(perAppend[1]),
            "",
            text(MAX_KILOBYTES),
            Table.atMost(perAppend[1], MAX_KILOBYTES))
        .print();
  }

  /** Adds a bar and returns the duration in milliseconds. */
  private double add(ServerProcess node, String token, String symbol, int index)
      throws IOException, InterruptedException {
    JsonObject bar =
        new JsonObject()
            .put("timeUtc", FIRST.plusSeconds(60L * index).toString())
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
        HttpRequest.newBuilder(URI.create(node.address() + SYMBOLS + symbol + "/bars"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    new JsonObject().put("bars", new JsonArray().add(bar)).encode()))
            .build();
    long start = System.nanoTime();
    HttpResponse<String> reply = http.send(request, BodyHandlers.ofString());
    if (reply.statusCode() != 200) {
      throw new IOException(reply.statusCode() + " " + reply.body());
    }
    return (System.nanoTime() - start) / 1e6;
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
