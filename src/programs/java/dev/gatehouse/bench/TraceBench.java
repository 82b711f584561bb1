package dev.gatehouse.bench;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Cost of traces of one request in a hundred: CPU per request of the small JSON operation, compared
 * with a node without traces. A third node, equal to the first, shows the noise.
 */
public final class TraceBench {
  private static final int CONNECTIONS = 64;
  private static final String WITHOUT = "no traces";
  private static final String AGAIN = "no traces, another node";
  private static final String TRACED = "1 % traced";
  private static final double MOST = 1.03;

  private final Options options;
  private final LoadClient client;
  private final AtomicLong received = new AtomicLong();

  private TraceBench(Options options) {
    this.options = options;
    this.client = new LoadClient(options.work());
  }

  public static void main(String[] arguments) throws Exception {
    new TraceBench(Options.of(arguments)).run();
  }

  private void run() throws Exception {
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    collector.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    collector.createContext("/", this::receive);
    collector.start();
    Map<String, String> traced = new HashMap<>(limits());
    traced.put("GATEHOUSE_TRACING_URL", "http://127.0.0.1:" + collector.getAddress().getPort());
    Peers peers = new Peers(options.work());
    try (ServerProcess without = peers.gatehouse("traces-off", limits());
        ServerProcess again = peers.gatehouse("traces-off-again", limits());
        ServerProcess with = peers.gatehouse("traces-on", traced)) {
      String bearer = "Authorization: Bearer " + Visitor.token(without);
      Contest all =
          new Contest(options.rounds()).add(WITHOUT, without).add(AGAIN, again).add(TRACED, with);
      print(
          all.run((name, server) ->
              client.small(
                  server.port(), "/deployment/info", CONNECTIONS, options.seconds(), bearer)));
    } finally {
      collector.stop(0);
    }
  }

  private static Map<String, String> limits() {
    return Map.of(
        "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0",
        "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE", "0");
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      received.addAndGet(exchange.getRequestBody().readAllBytes().length);
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private void print(Map<String, List<Contest.Sample>> all) {
    if (received.get() == 0) {
      throw new IllegalStateException("no trace has arrived, so nothing was measured");
    }
    Table table =
        new Table(
            "GET /deployment/info, " + CONNECTIONS + " connections: CPU a request with traces",
            "node",
            "requests/s",
            "CPU µs",
            "× no traces (at most 1.03)",
            "");
    all.forEach((name, samples) -> {
      Spread ratio = Spread.ratio(samples, all.get(WITHOUT), Contest.Sample::cpuMicrosPerRequest);
      table.row(
          name,
          String.format(
              Locale.ROOT, "%,.0f", Spread.of(samples, Contest.Sample::requestsPerSecond).median()),
          Spread.of(samples, Contest.Sample::cpuMicrosPerRequest).text("%.1f"),
          ratio.text("%.3f"),
          name.equals(TRACED) ? Table.atMost(ratio.median(), MOST) : "");
    });
    table.print();
    System.out.printf(Locale.ROOT, "%nThe collector received %,d kB.%n", received.get() / 1_000);
  }
}
