package dev.gatehouse.bench;

import module java.base;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * CPU time of the requests of a node that has just started. Each kind of request gets its own node,
 * so that no kind benefits from another. The CPU time includes the compilation of the code.
 */
public final class YoungNodeBench {
  private static final int BEFORE = 60;
  private static final int MEASURED = 80;
  private static final int REQUESTS = 10_000;
  private static final int LAST = 1_000;
  private static final double MAX_RATIO = 10;
  private static final String API = "/api/proxy/";
  private static final String GRAPHQL = "/api/2024-01/graphql.json";
  private static final String PRODUCTS =
      "{\"query\":\"{ products(first: 20) { edges { node { id title handle } } } }\"}";

  private final Peers peers;
  private final int requests;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * @param body JSON of a POST request; empty for a GET request
   */
  private record Kind(String path, String body) {}

  private YoungNodeBench(Path work, int requests) {
    this.peers = new Peers(work);
    this.requests = requests;
  }

  /**
   * @param arguments the folder of the benchmarks; then, optionally, the number of requests
   */
  public static void main(String... arguments) throws Exception {
    int requests = arguments.length > 1 ? Integer.parseInt(arguments[1]) : REQUESTS;
    new YoungNodeBench(Path.of(arguments[0]), requests).run();
  }

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put("status", get(API + "still-alive/status"));
    kinds.put("products", get(API + "products"));
    kinds.put("shop page", get("/storefront/shop"));
    kinds.put("GraphQL", new Kind(GRAPHQL, PRODUCTS));
    kinds.put("reviews", get(API + "reviews"));
    kinds.put("log, page", get(API + "bots/trading/logs?limit=50"));
    kinds.put(
        "log, entry",
        new Kind(
            API + "bots/trading/logs",
            "{\"timestamp\":\"2026-01-01T00:00:00Z\",\"level\":\"info\",\"message\":\"filled\"}"));
    kinds.put("price bars", get(API + "historical-data/SPY?format=json&limit=50"));
    kinds.put("notifications", get(API + "notifications"));
    kinds.put("calendar", get(API + "calendar/events"));
    kinds.put("short URLs", get(API + "redirects/public"));
    return kinds;
  }

  private static Kind get(String path) {
    return new Kind(path, "");
  }

  private void run() throws Exception {
    Table table =
        new Table(
            "CPU time of a young node",
            "request",
            "start, CPU s",
            "ms, 100th",
            String.format(Locale.ROOT, "ms, %,dth", requests),
            "ratio",
            "at most 10");
    for (Map.Entry<String, Kind> kind : kinds().entrySet()) {
      measure(kind.getKey(), kind.getValue(), table);
    }
    table.print();
  }

  private void measure(String name, Kind kind, Table table) throws Exception {
    Map<String, String> settings =
        Map.of(
            "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0",
            "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE", "0");
    try (ServerProcess node = peers.gatehouse("young", settings)) {
      double start = node.cpuSeconds();
      String token = Visitor.token(node);
      prepare(node, token);
      send(node, token, kind, BEFORE);
      double early = millis(node, token, kind, MEASURED);
      send(node, token, kind, requests - LAST - MEASURED - BEFORE);
      double late = millis(node, token, kind, LAST);
      table.row(
          name,
          text(start),
          text(early),
          text(late),
          text(early / late),
          Table.atMost(early / late, MAX_RATIO));
    }
  }

  private void prepare(ServerProcess node, String token) throws Exception {
    String product = "{\"name\":\"A mug\",\"price\":7,\"stock\":{\"blue\":1}}";
    send(node, token, new Kind(API + "products", product), 1);
    String bar =
        "{\"bars\":[{\"timeUtc\":\"2026-01-01T00:00:00Z\",\"open\":1,\"high\":1,\"low\":1,\"close\":1}]}";
    send(node, token, new Kind(API + "historical-data/SPY/bars", bar), 1);
  }

  private double millis(ServerProcess node, String token, Kind kind, int count) throws Exception {
    double before = node.cpuSeconds();
    send(node, token, kind, count);
    return (node.cpuSeconds() - before) * 1e3 / count;
  }

  private void send(ServerProcess node, String token, Kind kind, int count) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(node.address() + kind.path()))
            .header("Authorization", "Bearer " + token);
    if (!kind.body().isEmpty()) {
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(kind.body()));
    }
    for (int i = 0; i < count; i++) {
      HttpResponse<String> reply = http.send(request.build(), BodyHandlers.ofString());
      if (reply.statusCode() >= 400) {
        throw new IOException(kind.path() + ": " + reply.statusCode() + " " + reply.body());
      }
    }
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
