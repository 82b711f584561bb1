package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.settings.Settings;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;

/** Checks of the node's ports, and of the health that a running node reports. */
final class NodeChecks {
  private static final String PORTS = "ports";
  private static final String HEALTH = "health";

  private final Settings settings;
  private final Duration limit;

  /**
   * @param limit of a check, in which the node is asked twice at most
   */
  NodeChecks(Settings settings, Duration limit) {
    this.settings = settings;
    this.limit = limit.dividedBy(3);
  }

  /** Returns whether a node answers at the management port. */
  boolean isRunning() throws IOException, InterruptedException {
    if (settings.management().port() == 0) {
      return false;
    }
    try {
      HttpResponse<String> reply = get("/livez");
      return reply.statusCode() == 200 && reply.body().contains("alive");
    } catch (ConnectException | HttpTimeoutException e) {
      return false;
    }
  }

  List<Finding> ports() throws IOException, InterruptedException {
    boolean running = isRunning();
    List<Finding> findings = new ArrayList<>();
    var http = settings.http();
    var management = settings.management();
    findings.add(port("http.port", http.host(), http.port(), running));
    findings.add(port("management.port", management.host(), management.port(), running));
    return findings;
  }

  private static Finding port(String key, String host, int port, boolean running) {
    if (port == 0) {
      return Finding.ok(PORTS, key + ": a free port is selected");
    }
    String name = key + ' ' + port;
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
      if (running && key.startsWith("management")) {
        return Finding.problem(PORTS, name + " is free, but a node answers", "Try again.");
      }
      return Finding.ok(PORTS, name + " is free");
    } catch (IOException | IllegalArgumentException e) {
      if (running) {
        return Finding.ok(PORTS, name + " is used by the running node");
      }
      return Finding.problem(
          PORTS,
          name + " on " + host + " cannot be used: " + e.getMessage(),
          "Stop the other program, or set another " + key + " or host.");
    }
  }

  List<Finding> health() throws IOException, InterruptedException {
    HttpResponse<String> reply = get("/readyz");
    JsonObject checks = new JsonObject(reply.body()).getJsonObject("checks", new JsonObject());
    List<Finding> findings = new ArrayList<>();
    checks.forEach(check -> {
      if (!"up".equals(check.getValue())) {
        findings.add(
            Finding.problem(
                HEALTH,
                check.getKey() + ": " + check.getValue(),
                "Read the node's log, which explains the failure."));
      }
    });
    if (findings.isEmpty() && reply.statusCode() != 200) {
      findings.add(
          Finding.warning(
              HEALTH, "the running node is not ready", "Wait until it has started or stopped."));
    }
    return findings.isEmpty() ? List.of(Finding.ok(HEALTH, "the running node is ready")) : findings;
  }

  /** Returns what the running node reports about its surroundings, by name. */
  JsonObject hints() throws IOException, InterruptedException {
    return new JsonObject(get("/readyz").body()).getJsonObject("hints", new JsonObject());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    var own = settings.management();
    URI address = URI.create("http://" + own.host() + ':' + own.port() + path);
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(address).timeout(limit).build();
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }
}
