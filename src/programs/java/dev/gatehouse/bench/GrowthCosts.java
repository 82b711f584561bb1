package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.bench.GrowthFill.Kind;

/**
 * Costs of operations while the data grow a hundredfold. A node is filled through its API and with
 * copies of the items that need a request each, and restarted. The first request of each kind is
 * cold; the median of further ones is warm. The log is compared with SQLite, which has no server,
 * and with PocketBase.
 */
public final class GrowthCosts {
  private static final int WARM = 40;
  private static final double MAX_GROWTH = 3;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0",
          "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE", "0",
          "GATEHOUSE_LINKS_MAX_SHORT_URLS", "10000000",
          "GATEHOUSE_SECURITY_TRUSTED_PROXIES", "127.0.0.1/32");

  private final Peers peers;
  private final GrowthPeers others;
  private final Path work;
  private final List<Integer> sizes;
  private final int most;
  private final boolean onlyLog;

  /** Figures by operation, one for each size. */
  private final Map<String, List<Double>> cold = new LinkedHashMap<>();

  private final Map<String, List<Double>> warm = new LinkedHashMap<>();
  private final Map<Kind, List<Filled>> filled = new EnumMap<>(Kind.class);
  private final Map<String, List<Double>> sqlite = new LinkedHashMap<>();
  private final Map<String, List<Double>> pocketBase = new LinkedHashMap<>();

  /** Costs of the addition of items, in microseconds per item. */
  private record Filled(int count, double wall, double cpu) {}

  private GrowthCosts(Path work, List<Integer> sizes, int most, boolean onlyLog) {
    this.work = work.toAbsolutePath();
    this.peers = new Peers(work);
    this.others = new GrowthPeers(work);
    this.sizes = sizes;
    this.most = most;
    this.onlyLog = onlyLog;
  }

  /**
   * @param arguments the folder of the benchmarks; the numbers of items, separated by commas; of
   *     the items that need a request each, the number that requests add. The others are copies. A
   *     fourth argument leaves out everything but the log
   */
  public static void main(String... arguments) throws Exception {
    List<Integer> sizes = Arrays.stream(arguments[1].split(",")).map(Integer::valueOf).toList();
    new GrowthCosts(
            Path.of(arguments[0]), sizes, Integer.parseInt(arguments[2]), arguments.length > 3)
        .run();
  }

  private void run() throws Exception {
    for (int size : sizes) {
      Path data = peers.fresh("data/growth-" + size);
      try (ServerProcess node = node(data)) {
        fill(node, size);
      }
      if (!onlyLog) {
        GrowthCopies.fill(data, most, size);
      }
      // The disk still writes the gigabytes of the copies, which would slow down the requests.
      new ProcessBuilder("sync").start().waitFor();
      try (ServerProcess node = node(data)) {
        measure(node, size);
        if (!onlyLog && size == sizes.getLast()) {
          Path copies = peers.fresh("data/growth-copies");
          new GrowthReaders(new GrowthFill(node, work), data).print(copies.resolve("backup"));
          peers.fresh("data/growth-copies");
        }
      }
      peers.fresh("data/growth-" + size);
      others.sqlite(size).forEach((name, millis) -> add(sqlite, name, millis));
      others.pocketBase(size).forEach((name, millis) -> add(pocketBase, name, millis));
      peers.fresh("data/growth-pocketbase-" + size);
    }
    printFill();
    print("First request after a start, ms", cold);
    print("Further requests, ms, median", warm);
    printPeers();
  }

  private ServerProcess node(Path data) throws Exception {
    Map<String, String> settings = new LinkedHashMap<>(SETTINGS);
    settings.put("GATEHOUSE_DATA_DIR", data.toString());
    return peers.gatehouse("growth-costs", settings);
  }

  private int count(Kind kind, int size) {
    return kind.lot == 1 ? Math.min(size, most) : size;
  }

  private void fill(ServerProcess node, int size) throws Exception {
    GrowthFill fill = new GrowthFill(node, work);
    for (Kind kind : onlyLog ? List.of(Kind.DOCUMENTS) : List.of(Kind.values())) {
      int count = count(kind, size);
      double cpu = node.cpuSeconds();
      long start = System.nanoTime();
      fill.fill(kind, count);
      double wall = (System.nanoTime() - start) / 1e3 / count;
      filled
          .computeIfAbsent(kind, first -> new ArrayList<>())
          .add(new Filled(count, wall, (node.cpuSeconds() - cpu) * 1e6 / count));
    }
  }

  private void measure(ServerProcess node, int size) throws Exception {
    add(cold, "start", node.readySeconds() * 1e3);
    GrowthFill client = new GrowthFill(node, work);
    for (Map.Entry<String, Request> request : requests(client, size).entrySet()) {
      add(cold, request.getKey(), request.getValue().millis());
      add(warm, request.getKey(), median(() -> request.getValue().millis()));
    }
  }

  /** A request that returns its duration in milliseconds. */
  @FunctionalInterface
  private interface Request {
    double millis() throws Exception;
  }

  private Map<String, Request> requests(GrowthFill client, int size) {
    Map<String, Request> all = new LinkedHashMap<>();
    String logs = GrowthFill.LOGS + "?limit=50";
    all.put("log, first page", () -> client.get(logs));
    all.put("log, middle page", () -> client.get(logs + "&page=" + size / 100));
    String fields = "&messageType=type-3&messageSource=source-3";
    all.put("log, two fields", () -> client.get(logs + fields));
    int[] next = {size};
    all.put("log, an entry added", () -> client.add(Kind.DOCUMENTS, next[0]++));
    String large = GrowthFill.LARGE;
    String bars = large + "?format=json&limit=500&page=";
    if (onlyLog) {
      return all;
    }
    all.put("bars, middle page", () -> client.get(bars + Math.max(1, size / 1_000)));
    all.put("bars, candles", () -> client.get(large + "/candles?per=64&limit=500"));
    String symbols = GrowthFill.SYMBOLS + "?limit=50&skip=";
    all.put("symbols, middle page", () -> client.get(symbols + size / 2));
    int[] symbol = {size};
    all.put("symbols, one added", () -> client.add(Kind.SYMBOLS, symbol[0]++));
    String links = "/api/proxy/redirects/public?limit=50&skip=";
    all.put("short URLs, middle page", () -> client.get(links + size / 2));
    String followed = "/r/key-" + size / 3;
    all.put("short URL, followed", () -> client.get(followed, "192.0.2.1", 302));
    String files = "/audio?limit=50&skip=";
    all.put("files, middle page", () -> client.get(files + size / 2));
    all.put("file, downloaded", () -> client.get("/audio/song-" + size / 3 + ".wav"));
    String bans = "/api/proxy/bans?limit=50&skip=";
    all.put("bans, middle page", () -> client.get(bans + size / 2));
    String status = "/api/proxy/still-alive/status";
    all.put("banned address", () -> client.get(status, GrowthFill.banned(size / 2), 403));
    all.put("other address", () -> client.get(status, "192.0.2.7", 200));
    return all;
  }

  /** Returns the median duration of a step in milliseconds, when it is warm. */
  static double median(GrowthPeers.Step step) throws Exception {
    double[] millis = new double[WARM];
    for (int i = -WARM; i < WARM; i++) {
      long start = System.nanoTime();
      step.run();
      if (i >= 0) {
        millis[i] = (System.nanoTime() - start) / 1e6;
      }
    }
    Arrays.sort(millis);
    return millis[WARM / 2];
  }

  private static void add(Map<String, List<Double>> to, String name, double figure) {
    to.computeIfAbsent(name, first -> new ArrayList<>()).add(figure);
  }

  private void printFill() {
    List<String> columns = new ArrayList<>(List.of("kind"));
    sizes.forEach(size -> columns.addAll(List.of("items", "µs each", "CPU µs each")));
    columns.add("CPU, last / first");
    Table table = new Table("Filling through the API", columns.toArray(String[]::new));
    filled.forEach((kind, costs) -> {
      List<String> row = new ArrayList<>(List.of(kind.title));
      for (Filled cost : costs) {
        row.add(String.format(Locale.ROOT, "%,d", cost.count()));
        row.add(text(cost.wall()));
        row.add(text(cost.cpu()));
      }
      row.add(text(costs.getLast().cpu() / costs.getFirst().cpu()));
      table.row(row.toArray(String[]::new));
    });
    table.print();
  }

  private void print(String title, Map<String, List<Double>> figures) {
    List<String> columns = new ArrayList<>(List.of("operation"));
    sizes.forEach(size -> columns.add(String.format(Locale.ROOT, "%,d", size)));
    columns.addAll(List.of("last / first (at most 3)", ""));
    Table table = new Table(title, columns.toArray(String[]::new));
    figures.forEach((name, values) -> {
      double growth = values.getLast() / values.getFirst();
      List<String> row = new ArrayList<>(List.of(name));
      values.forEach(value -> row.add(text(value)));
      row.add(text(growth));
      row.add(Table.atMost(growth, MAX_GROWTH));
      table.row(row.toArray(String[]::new));
    });
    table.print();
  }

  private void printPeers() {
    Table table =
        new Table(
            String.format(Locale.ROOT, "The log with %,d entries, ms, median", sizes.getLast()),
            "operation",
            "Gatehouse",
            "SQLite without a server",
            "PocketBase",
            "Gatehouse / PocketBase");
    sqlite.forEach((name, values) -> {
      double own = warm.get(name).getLast();
      List<Double> peer = pocketBase.get(name);
      table.row(
          name,
          text(own),
          text(values.getLast()),
          peer == null ? "-" : text(peer.getLast()),
          peer == null ? "-" : text(own / peer.getLast()));
    });
    table.print();
  }

  private static String text(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }
}
