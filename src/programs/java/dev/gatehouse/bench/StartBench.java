package dev.gatehouse.bench;

import module java.base;

/**
 * Time from the start of a process to its first answer, and its idle memory. A node is compared
 * with a plain Vert.x process that loads the same contract. Both run from jars.
 */
public final class StartBench {
  private static final String NODE = "Gatehouse by scripts/run, built";
  private static final String PLAIN = "plain Vert.x with the contract";
  private static final String RECORDED = "the same with an AOT cache";
  private static final String PATH = "/api/proxy/still-alive/status";
  private static final double MOST_SECONDS = 1.5;
  private static final double MOST_PLAIN = 1.2;
  private static final double MOST_IDLE = 190;
  private static final long IDLE_MILLIS = 15_000;

  private final Options options;
  private final Peers peers;
  private final JvmPeers java;
  private final Path jar;
  private final Path cache;
  private final Map<String, List<Double>> ready = new LinkedHashMap<>();
  private final Map<String, List<Double>> cpu = new LinkedHashMap<>();
  private final Map<String, Double> idle = new LinkedHashMap<>();

  private StartBench(Options options) {
    this.options = options;
    this.peers = new Peers(options.work());
    this.java = new JvmPeers(options.work());
    this.jar = options.work().resolve("plain-contract.jar");
    this.cache = options.work().resolve("plain-contract.aot");
  }

  /** Starts one of the processes. */
  private interface Start {
    ServerProcess start() throws IOException, InterruptedException;
  }

  public static void main(String[] arguments) throws Exception {
    new StartBench(Options.of(arguments)).run();
  }

  private void run() throws IOException, InterruptedException {
    java.plainContract("plain-record", jar, List.of("-XX:AOTCacheOutput=" + cache)).close();
    for (int round = 0; round < options.rounds(); round++) {
      boolean last = round == options.rounds() - 1;
      measure(PLAIN, () -> java.plainContract("plain-start", jar, List.of()), last);
      measure(
          RECORDED,
          () ->
              java.plainContract(
                  "plain-aot", jar, List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off")),
          last);
      measure(NODE, () -> peers.gatehouse("start", Map.of()), last);
    }
    print();
  }

  private void measure(String name, Start start, boolean rest)
      throws IOException, InterruptedException {
    try (ServerProcess server = start.start()) {
      double seconds = server.readySeconds() + firstAnswer(server.port());
      ready.computeIfAbsent(name, first -> new ArrayList<>()).add(seconds);
      cpu.computeIfAbsent(name, first -> new ArrayList<>()).add(server.cpuSeconds());
      if (rest) {
        Thread.sleep(IDLE_MILLIS);
        idle.put(name, server.residentMegabytes());
      }
    }
  }

  private static double firstAnswer(int port) throws IOException {
    long begin = System.nanoTime();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request = "GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String status =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (status == null || !status.startsWith("HTTP/1.1 200")) {
        throw new IOException("the first answer was " + status);
      }
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  private void print() {
    Table table =
        new Table(
            "Start to the first answer, and memory at rest",
            "process",
            "s to the first 200 (a node at most 1.5)",
            "× plain with contract (at most 1.2)",
            "CPU s till then",
            "resident, idle, MB (below 190)",
            "");
    ready.forEach((name, seconds) -> {
      Spread own = Spread.of(seconds, Double::doubleValue);
      Spread ratio = Spread.ratio(seconds, ready.get(PLAIN), Double::doubleValue);
      boolean reached =
          own.median() <= MOST_SECONDS
              && ratio.median() <= MOST_PLAIN
              && idle.get(name) < MOST_IDLE;
      table.row(
          name,
          own.text("%.2f"),
          ratio.text("%.2f"),
          Spread.of(cpu.get(name), Double::doubleValue).text("%.2f"),
          String.format(Locale.ROOT, "%.0f", idle.get(name)),
          verdict(name, reached));
    });
    table.print();
  }

  private static String verdict(String name, boolean reached) {
    if (!name.equals(NODE)) {
      return "";
    }
    return reached ? "ok" : "over";
  }
}
