package dev.gatehouse.bench;

import module java.base;

/**
 * A small JSON operation through the whole HTTP layer, compared with plain Vert.x routes, Quarkus,
 * Spring Boot and Express. Each has a token, a role, a validated parameter and a rate limit.
 */
public final class JsonBench {
  private static final int CONNECTIONS = 64;

  private static final String PLAIN = "plain Vert.x route";
  private static final String TOKEN = "plain Vert.x route with JWT";
  private static final String LIMITED = "Gatehouse";
  private static final String OPEN = "Gatehouse, limit off";
  private static final String QUARKUS = "Quarkus";
  private static final String SPRING = "Spring Boot";
  private static final String EXPRESS = "Express";

  private static final double MOST_PLAIN = 3.0;
  private static final double MOST_TOKEN = 2.2;
  private static final double MOST_QUARKUS = 1.1;
  private static final double LEAST_SPRING = 4;

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
    JvmPeers java = new JvmPeers(options.work());
    try (ServerProcess plain = java.plainRoute();
        ServerProcess token = java.plainRouteWithToken();
        ServerProcess limited = peers.gatehouse("rate-on", limits("1000000000"));
        ServerProcess open = peers.gatehouse("rate-off", limits("0"));
        ServerProcess quarkus = java.quarkus();
        ServerProcess spring = java.spring();
        ServerProcess express = peers.express()) {
      String bearer = "Authorization: Bearer " + Visitor.token(limited);
      Contest all =
          new Contest(options.rounds())
              .add(PLAIN, plain)
              .add(TOKEN, token)
              .add(LIMITED, limited)
              .add(OPEN, open)
              .add(QUARKUS, quarkus)
              .add(SPRING, spring)
              .add(EXPRESS, express);
      withToken(measure(all, "/deployment/info", bearer));
      Contest anyone =
          new Contest(options.rounds())
              .add(PLAIN, plain)
              .add(LIMITED, limited)
              .add(EXPRESS, express);
      inPublic(measure(anyone, "/api/proxy/still-alive/status"));
    }
  }

  private static Map<String, String> limits(String perMinute) {
    return Map.of(
        "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", perMinute,
        "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE", perMinute);
  }

  private Map<String, List<Contest.Sample>> measure(Contest contest, String path, String... headers)
      throws IOException, InterruptedException {
    return contest.run((name, server) ->
        client.small(server.port(), path, CONNECTIONS, options.seconds(), headers));
  }

  private void withToken(Map<String, List<Contest.Sample>> all) {
    Table table =
        new Table(
            "GET /deployment/info with a token, " + CONNECTIONS + " connections: CPU a request",
            "server",
            "requests/s",
            "CPU µs",
            "× plain (at most 3.0, aim 2.5)",
            "× with JWT (at most 2.2, aim 1.8)",
            "× Quarkus (at most 1.1)",
            "Spring Boot / this (at least 4)",
            "");
    all.forEach((name, samples) -> {
      Spread plain = cpu(samples, all.get(PLAIN));
      Spread token = cpu(samples, all.get(TOKEN));
      Spread quarkus = cpu(samples, all.get(QUARKUS));
      Spread spring = cpu(all.get(SPRING), samples);
      boolean reached =
          plain.median() <= MOST_PLAIN
              && token.median() <= MOST_TOKEN
              && quarkus.median() <= MOST_QUARKUS
              && spring.median() >= LEAST_SPRING;
      table.row(
          name,
          requests(samples),
          micros(samples),
          plain.text("%.2f"),
          token.text("%.2f"),
          quarkus.text("%.2f"),
          spring.text("%.1f"),
          verdict(name, reached));
    });
    table.print();
  }

  private void inPublic(Map<String, List<Contest.Sample>> all) {
    Table table =
        new Table(
            "GET still-alive without a token, " + CONNECTIONS + " connections: CPU a request",
            "server",
            "requests/s",
            "CPU µs",
            "× plain (at most 3.0, aim 2.5)",
            "");
    all.forEach((name, samples) -> {
      Spread plain = cpu(samples, all.get(PLAIN));
      table.row(
          name,
          requests(samples),
          micros(samples),
          plain.text("%.2f"),
          verdict(name, plain.median() <= MOST_PLAIN));
    });
    table.print();
  }

  private static Spread cpu(List<Contest.Sample> over, List<Contest.Sample> under) {
    return Spread.ratio(over, under, Contest.Sample::cpuMicrosPerRequest);
  }

  private static String requests(List<Contest.Sample> samples) {
    double median = Spread.of(samples, Contest.Sample::requestsPerSecond).median();
    return String.format(Locale.ROOT, "%,.0f", median);
  }

  private static String micros(List<Contest.Sample> samples) {
    return Spread.of(samples, Contest.Sample::cpuMicrosPerRequest).text("%.1f");
  }

  private static String verdict(String name, boolean reached) {
    if (!Set.of(LIMITED, OPEN).contains(name)) {
      return "";
    }
    return reached ? "ok" : "over";
  }
}
