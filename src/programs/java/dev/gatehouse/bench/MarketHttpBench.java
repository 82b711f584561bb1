package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.DuckDb;
import io.vertx.core.json.JsonObject;

/** Market data over HTTP: the parquet file beside nginx, pages of 500 beside Express. */
public final class MarketHttpBench {
  private static final String SYMBOL = "/api/proxy/historical-data/SPY";
  private static final int IN_MEMORY = 1_000_000;
  private static final int PAGE = 500;
  private static final int CONNECTIONS = 64;
  private static final double NGINX_TARGET = 1.2;

  private static final String GATEHOUSE = "Gatehouse";
  private static final String NGINX = "nginx";
  private static final String EXPRESS = "Express";

  private final Options options;
  private final int rows;
  private final LoadClient client;

  private MarketHttpBench(Options options) {
    this.options = options;
    this.rows = Math.min(options.rows(), IN_MEMORY);
    this.client = new LoadClient(options.work());
  }

  public static void main(String[] arguments) throws Exception {
    new MarketHttpBench(Options.of(arguments)).run();
  }

  private void run() throws Exception {
    Peers peers = new Peers(options.work());
    Path parquet = peers.market().resolve("SPY.parquet");
    Path csv = peers.market().resolve("SPY.csv");
    try (DuckDb duck = new DuckDb()) {
      duck.minutes(rows);
      duck.write("from bars", parquet, "format parquet, codec zstd");
    }
    Map<String, String> settings = Map.of("GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0");
    try (ServerProcess gatehouse = peers.gatehouse("market", settings)) {
      new Visitor(gatehouse).putMarketData(SYMBOL, parquet);
      try (InputStream in =
          URI.create(gatehouse.address() + SYMBOL + "/csv").toURL().openStream()) {
        Files.copy(in, csv, StandardCopyOption.REPLACE_EXISTING);
      }
      try (ServerProcess nginx = peers.nginx()) {
        downloads(
            new Contest(options.rounds()).add(NGINX, nginx).add(GATEHOUSE, gatehouse), parquet);
      }
      try (ServerProcess express = peers.express(Map.of("MARKET", csv.toString()))) {
        pages(gatehouse, express);
      }
    }
  }

  private void downloads(Contest contest, Path parquet) throws Exception {
    Table table =
        new Table(
            String.format(Locale.ROOT, "A parquet file of %.0f MB", Files.size(parquet) / 1e6),
            "connections",
            "server",
            "MB/s",
            "CPU s/GB",
            "CPU / nginx (at most 1.2)",
            "");
    for (int connections : List.of(CONNECTIONS, 500)) {
      Map<String, List<Contest.Sample>> all =
          contest.run((name, server) ->
              client.large(
                  server.port(),
                  name.equals(NGINX) ? "/market/SPY.parquet" : SYMBOL + "/download",
                  connections,
                  options.seconds(),
                  ""));
      all.forEach((name, samples) -> {
        Spread ratio = Spread.ratio(samples, all.get(NGINX), Contest.Sample::cpuSecondsPerGigabyte);
        table.row(
            Integer.toString(connections),
            name,
            text("%,.0f", Spread.of(samples, Contest.Sample::megabytesPerSecond)),
            Spread.of(samples, Contest.Sample::cpuSecondsPerGigabyte).text("%.3f"),
            ratio.text("%.2f"),
            name.equals(GATEHOUSE) ? Table.atMost(ratio.median(), NGINX_TARGET) : "");
      });
    }
    table.print();
  }

  private void pages(ServerProcess gatehouse, ServerProcess express) throws Exception {
    Contest contest = new Contest(options.rounds()).add(EXPRESS, express).add(GATEHOUSE, gatehouse);
    Table table =
        new Table(
            String.format(
                Locale.ROOT,
                "Pages of %d out of %,d rows, %d connections",
                PAGE,
                rows,
                CONNECTIONS),
            "page",
            "server",
            "pages/s",
            "CPU µs a page",
            "pages/s / Express",
            "Express's CPU / this");
    int last = (rows + PAGE - 1) / PAGE;
    for (int page : List.of(1, (last + 1) / 2, last)) {
      String query = "?format=json&limit=" + PAGE + "&page=" + page;
      if (!data(gatehouse, SYMBOL + query).equals(data(express, "/market/SPY" + query))) {
        throw new IOException("the servers answer different pages " + page);
      }
      Map<String, List<Contest.Sample>> all =
          contest.run((name, server) ->
              client.small(
                  server.port(),
                  (name.equals(EXPRESS) ? "/market/SPY" : SYMBOL) + query,
                  CONNECTIONS,
                  options.seconds()));
      all.forEach((name, samples) ->
          table.row(
              Integer.toString(page),
              name,
              text("%,.0f", Spread.of(samples, Contest.Sample::requestsPerSecond)),
              Spread.of(samples, Contest.Sample::cpuMicrosPerRequest).text("%.0f"),
              Spread.ratio(samples, all.get(EXPRESS), Contest.Sample::requestsPerSecond)
                  .text("%.2f"),
              Spread.ratio(all.get(EXPRESS), samples, Contest.Sample::cpuMicrosPerRequest)
                  .text("%.2f")));
    }
    table.print();
  }

  private static String text(String format, Spread spread) {
    return String.format(Locale.ROOT, format, spread.median());
  }

  private static JsonObject data(ServerProcess server, String path) throws IOException {
    try (InputStream in = URI.create(server.address() + path).toURL().openStream()) {
      return new JsonObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
