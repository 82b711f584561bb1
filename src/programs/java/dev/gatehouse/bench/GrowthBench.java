package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.areas.codehost.CodeHostSimulator;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Fifty times as many documents. The first page of a list and a page in its middle may take twice
 * as long. A range in an order without an index reads at most the range, so it may take as long as
 * reading the range page by page. The code host's stale branches are a list without pages; a branch
 * in a list fifty times as long may not take longer. Afterwards, a node with the default heap and
 * all documents is loaded for minutes.
 */
public final class GrowthBench {
  private static final List<Double> PARTS = List.of(0.02, 0.2, 0.5, 1.0);
  private static final long WARM_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int REQUESTS = 60;
  private static final double MOST_GROWTH = 2;
  private static final int REPOSITORIES = 500;
  private static final int RANGE_ENTRIES = 5_000;
  private static final String RANGE = "logs of 5,000 s, all pages";
  private static final String RANGE_BY_MESSAGE = "logs of 5,000 s, by message";
  private static final String STALE = "code host, all stale branches";

  private final Options options;
  private final Peers peers;
  private final Path data;
  private final CodeHostSimulator codeHost;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, List<Double>> millis = new LinkedHashMap<>();

  private GrowthBench(Options options, CodeHostSimulator codeHost) throws IOException {
    this.options = options;
    this.codeHost = codeHost;
    this.peers = new Peers(options.work());
    this.data = peers.fresh("data/growth-all");
  }

  public static void main(String[] arguments) throws Exception {
    try (var codeHost = new CodeHostSimulator()) {
      new GrowthBench(Options.of(arguments), codeHost).run();
    }
  }

  private ServerProcess node(int management) throws IOException, InterruptedException {
    return peers.gatehouse(
        "growth",
        Map.of(
            "GATEHOUSE_DATA_DIR",
            data.toString(),
            "GATEHOUSE_MANAGEMENT_PORT",
            Integer.toString(management),
            "GATEHOUSE_CODEHOST_URL",
            codeHost.url(),
            "GATEHOUSE_CODEHOST_TOKEN",
            CodeHostSimulator.TOKEN,
            "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE",
            "0",
            "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE",
            "0"));
  }

  private void run() throws Exception {
    // Its first start makes the store, with the indexes.
    node(ServerProcess.freePort()).close();
    GrowthData growth = new GrowthData(Instant.now());
    for (double part : PARTS) {
      double scaled = part * options.scale();
      try (EmbeddedStore store = EmbeddedStore.open(data.resolve("documents"), false)) {
        growth.fill(store.documents(), scaled);
      }
      repositories((int) Math.ceil(REPOSITORIES * scaled));
      try (ServerProcess node = node(ServerProcess.freePort())) {
        String token = Visitor.token(node);
        for (Map.Entry<String, List<String>> page : pages(scaled).entrySet()) {
          double median = median(node, token, page.getValue());
          millis.computeIfAbsent(page.getKey(), name -> new ArrayList<>()).add(median);
        }
      }
    }
    print();
    if (options.minutes() > 0) {
      hold();
    }
  }

  /** Repositories of the code host, each with a branch that is old. */
  private void repositories(int count) {
    for (int i = codeHost.repositories(); i < count; i++) {
      codeHost.add("repository-" + i, "Java", 1_000 + i, "C", 100);
      codeHost.branch("repository-" + i, "old", "2024-01-01");
    }
  }

  /** What is asked for, by name: mostly one page. */
  private static Map<String, List<String>> pages(double part) {
    String logs = "/api/proxy/bots/trading/logs?limit=50";
    int entries = (int) (GrowthData.LOGS * part);
    String from = "&startDate=" + LogEntries.time(entries / 4);
    String to = "&endDate=" + LogEntries.time(entries / 4 + RANGE_ENTRIES);
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("notifications, first", "/api/proxy/notifications?limit=50");
    pages.put(
        "notifications, middle",
        "/api/proxy/notifications?limit=50&skip=" + (int) (GrowthData.NOTIFICATIONS * part / 2));
    pages.put("audio, first", "/audio?limit=50");
    pages.put("audio, middle", "/audio?limit=50&skip=" + (int) (GrowthData.AUDIO * part / 2));
    pages.put("symbols, first", "/api/proxy/historical-data?limit=50");
    pages.put(
        "symbols, middle",
        "/api/proxy/historical-data?limit=50&skip=" + (int) (GrowthData.SYMBOLS * part / 2));
    pages.put("logs, first", logs);
    pages.put("logs, middle", logs + "&page=" + entries / 100);
    pages.put("logs of 5,000 s, first", logs + from + to);
    pages.put(RANGE_BY_MESSAGE, logs + from + to + "&sortBy=LogMessage.message");
    pages.put("logs from a quarter on, by message", logs + from + "&sortBy=LogMessage.message");
    int shortUrls = (int) (GrowthData.SHORT_URLS * part);
    pages.put("short URLs, first", "/api/proxy/redirects/public?limit=50");
    pages.put("short URLs, middle", "/api/proxy/redirects/public?limit=50&skip=" + shortUrls / 2);
    pages.put("a short URL, followed", "/r/key-" + shortUrls / 3);
    pages.put("calendar, 30 days", "/api/proxy/calendar/events");
    pages.put("code host, statistics", "/api/proxy/codehost-stats");
    pages.put(STALE, "/api/proxy/codehost-stale-branches");
    Map<String, List<String>> all = new LinkedHashMap<>();
    pages.forEach((name, path) -> all.put(name, List.of(path)));
    all.put(RANGE, rangeByPages(from + to));
    return all;
  }

  /** All entries of the range, as a client would have them that orders them by itself. */
  private static List<String> rangeByPages(String range) {
    int most = 200;
    return IntStream.rangeClosed(1, RANGE_ENTRIES / most)
        .mapToObj(i -> "/api/proxy/bots/trading/logs?limit=" + most + "&page=" + i + range)
        .toList();
  }

  private double median(ServerProcess node, String token, List<String> paths) throws Exception {
    // For so long that nothing is left of the page before: its code is compiled beside this one.
    long warm = System.nanoTime() + WARM_NANOS;
    while (System.nanoTime() < warm) {
      millis(node, token, paths);
    }
    double[] times = new double[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      times[i] = millis(node, token, paths);
    }
    Arrays.sort(times);
    return times[REQUESTS / 2];
  }

  private double millis(ServerProcess node, String token, List<String> paths) throws Exception {
    long start = System.nanoTime();
    for (String path : paths) {
      HttpResponse<byte[]> reply = http.send(get(node, token, path), BodyHandlers.ofByteArray());
      if (reply.statusCode() >= 400) {
        throw new IOException(reply.statusCode() + " for " + path);
      }
    }
    return (System.nanoTime() - start) / 1e6;
  }

  static HttpRequest get(ServerProcess node, String token, String path) {
    return HttpRequest.newBuilder(URI.create(node.address() + path))
        .header("Authorization", "Bearer " + token)
        .build();
  }

  private void print() throws IOException {
    List<String> columns = new ArrayList<>(List.of("median ms, part of all data:"));
    PARTS.forEach(part -> columns.add(text(part * options.scale())));
    columns.add("all / least (at most 2)");
    columns.add("/ all pages (at most 1)");
    columns.add("");
    Table table = new Table("Pages while the data grow", columns.toArray(String[]::new));
    List<LinePlot.Line> lines = new ArrayList<>();
    millis.forEach((name, medians) -> {
      double growth = medians.getLast() / medians.getFirst();
      List<String> row = new ArrayList<>(List.of(name));
      medians.forEach(median -> row.add(text(median)));
      row.add(text(growth));
      if (name.equals(RANGE_BY_MESSAGE)) {
        double ofRange = medians.getLast() / millis.get(RANGE).getLast();
        row.add(text(ofRange));
        row.add(Table.atMost(ofRange, 1));
      } else if (name.equals(STALE)) {
        row.add("");
        row.add(Table.atMost(growth, PARTS.getLast() / PARTS.getFirst()));
      } else {
        row.add("");
        row.add(Table.atMost(growth, MOST_GROWTH));
      }
      table.row(row.toArray(String[]::new));
      lines.add(
          new LinePlot.Line(
              name,
              IntStream.range(0, medians.size())
                  .mapToObj(i -> new LinePlot.Point(PARTS.get(i) * 100, medians.get(i)))
                  .toList()));
    });
    table.print();
    List<LinePlot.Panel> panels = new ArrayList<>();
    for (String list : List.of("notifications", "audio", "logs")) {
      panels.add(
          new LinePlot.Panel(
              "A page of " + list,
              "% of all data",
              lines.stream()
                  .filter(line -> line.name().startsWith(list + ","))
                  .map(line -> new LinePlot.Line(line.name().split(", ")[1], line.points()))
                  .toList()));
    }
    LinePlot.write(panels, Path.of("target/growth.png"));
    System.out.println("\nPlot: target/growth.png");
  }

  /** Everything at once on a node of the default heap, for minutes. */
  private void hold() throws Exception {
    int management = ServerProcess.freePort();
    List<String> paths = pages(options.scale()).values().stream().map(List::getFirst).toList();
    try (ServerProcess node = node(management);
        var load = new GrowthLoad(http, node, Visitor.token(node))) {
      var memory = new MemoryWatch(node, management, load::requests);
      load.start(paths);
      memory.warm(options.minutes() / 2);
      memory.watch(options.minutes());
      load.end();
      memory.print(
          GrowthLoad.CLIENTS
              + " clients on all of it, "
              + options.minutes() / 2
              + " minutes to warm and "
              + options.minutes()
              + " that are judged, in MB",
          "requests");
      System.out.println("\n" + load.refused() + " requests were refused.");
    }
  }

  private static String text(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }
}
