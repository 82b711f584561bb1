package dev.gatehouse.bench;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A small JSON operation through the whole gate and the local bus, beside a plain Vert.x route and
 * the same route in Express with jsonwebtoken, a validator and a rate limiter.
 */
public final class JsonBench {
  private static final int CONNECTIONS = 64;
  private static final double CPU_TARGET = 4;
  private static final double RATE_TARGET = 3;

  private static final String PLAIN = "plain Vert.x";
  private static final String OPEN = "Gatehouse, rate off";
  private static final String LIMITED = "Gatehouse, rate on";
  private static final String EXPRESS = "Express";

  private final Options options;
  private final LoadClient client;

  private JsonBench(Options options) {
    this.options = options;
    this.client = new LoadClient(options.work());
  }

  public static void main(String[] arguments) throws Exception {
    new JsonBench(Options.of(arguments)).run();
  }

  private void run() throws Exception {
    Peers peers = new Peers(options.work());
    try (ServerProcess plain = peers.plainRoute();
        ServerProcess open = peers.gatehouse("rate-off", limits("0"));
        ServerProcess limited = peers.gatehouse("rate-on", limits("1000000000"));
        ServerProcess express = peers.express()) {
      String bearer = "Authorization: Bearer " + Visitor.token(open);
      Contest contest =
          new Contest(options.rounds())
              .add(PLAIN, plain)
              .add(OPEN, open)
              .add(LIMITED, limited)
              .add(EXPRESS, express);
      Table table =
          new Table(
              "A small JSON operation, " + CONNECTIONS + " connections",
              "operation",
              "server",
              "requests/s",
              "CPU µs a request",
              "CPU / plain (at most 4, aim 2.5)",
              "requests/s / Express (at least 3)",
              "");
      rows(table, "GET /deployment/info with a JWT", contest, "/deployment/info", bearer);
      rows(table, "GET still-alive, public", contest, "/api/proxy/still-alive/status");
      table.print();
    }
  }

  private static Map<String, String> limits(String perMinute) {
    return Map.of(
        "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", perMinute,
        "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE", perMinute);
  }

  private void rows(Table table, String title, Contest contest, String path, String... headers)
      throws IOException, InterruptedException {
    Map<String, List<Contest.Sample>> all =
        contest.run((name, server) ->
            client.small(server.port(), path, CONNECTIONS, options.seconds(), headers));
    all.forEach((name, samples) -> {
      Spread cpu = Spread.ratio(samples, all.get(PLAIN), Contest.Sample::cpuMicrosPerRequest);
      Spread rate = Spread.ratio(samples, all.get(EXPRESS), Contest.Sample::requestsPerSecond);
      boolean ours = name.equals(OPEN) || name.equals(LIMITED);
      boolean reached = cpu.median() <= CPU_TARGET && rate.median() >= RATE_TARGET;
      table.row(
          title,
          name,
          String.format(
              Locale.ROOT, "%,.0f", Spread.of(samples, Contest.Sample::requestsPerSecond).median()),
          Spread.of(samples, Contest.Sample::cpuMicrosPerRequest).text("%.1f"),
          cpu.text("%.2f"),
          rate.text("%.2f"),
          ours ? (reached ? "ok" : "over") : "");
    });
  }
}
