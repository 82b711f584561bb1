package dev.gatehouse.bench;

import dev.gatehouse.packaged.ClusterScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A cluster under load, and who of it spends how much. */
final class MeasuredCluster {
  private static final int IDLE_SECONDS = 10;
  private static final int MAX_LOOKS = 20;
  private static final long SECOND_MILLIS = 1_000;

  /** A look that finds less than this part of the one before: the work goes on to subside. */
  private static final double SUBSIDES = 0.8;

  private static final int LOOK_SECONDS = 3;
  private static final String[] ALL = {"n1", "n2", "n3", "n4", "n5"};
  private static final List<String> PARTS = List.of("haproxy", "redis", "store");

  private final ClusterScript cluster;
  private final Path work;
  private final LoadClient client;

  /** What a node spends that nobody asks, seconds a second. */
  private double idle;

  /**
   * @param work folder with the installed peers
   */
  MeasuredCluster(ClusterScript cluster, Path work) {
    this.cluster = cluster;
    this.work = work.toAbsolutePath();
    this.client = new LoadClient(work);
  }

  /**
   * A turn of load.
   *
   * @param cpu seconds by who spent them: the nodes that were asked all together, without what they
   *     spend at rest, and each of the others
   */
  record Turn(LoadClient.Load load, Map<String, Double> cpu) {
    /** All turns as one. */
    static Turn sum(List<Turn> turns) {
      long requests = 0;
      double seconds = 0;
      Map<String, Double> cpu = new LinkedHashMap<>();
      for (Turn turn : turns) {
        requests += turn.load().requests();
        seconds += turn.load().seconds();
        turn.cpu().forEach((who, spent) -> cpu.merge(who, spent, Double::sum));
      }
      return new Turn(new LoadClient.Load(requests, 0, seconds), cpu);
    }

    double micros(String who) {
      return cpu.get(who) * 1e6 / load.requests();
    }

    double perSecond() {
      return load.requests() / load.seconds();
    }

    /** All that was spent, the client's included. */
    double micros() {
      return cpu.values().stream().mapToDouble(each -> each).sum() * 1e6 / load.requests();
    }
  }

  LoadClient.Load load(int port, String path, int connections, double seconds)
      throws IOException, InterruptedException {
    return client.small(port, path, connections, seconds, "X-API-Key: " + ClusterScript.KEY);
  }

  /** Asks for the file, so that a node has it at hand. */
  void heat(String node, String path) throws IOException, InterruptedException {
    client.large(cluster.httpPort(node), path, 2, 1, "");
    settle(List.of(node));
  }

  /**
   * Waits until nodes have ended what load leaves behind: compiling, collecting, filling caches.
   */
  private void settle(List<String> nodes) throws IOException, InterruptedException {
    double last = Double.MAX_VALUE;
    for (int looks = 0; looks < MAX_LOOKS; looks++) {
      double spent = spending(nodes, LOOK_SECONDS);
      if (spent >= last * SUBSIDES) {
        return;
      }
      last = spent;
    }
  }

  /** Seconds that nodes spend a second, for some seconds of waiting. */
  private double spending(List<String> nodes, int seconds)
      throws IOException, InterruptedException {
    double before = ofNodes(nodes);
    long begin = System.nanoTime();
    Thread.sleep(seconds * SECOND_MILLIS);
    return (ofNodes(nodes) - before) * 1e9 / (System.nanoTime() - begin);
  }

  private double ofNodes(List<String> nodes) throws IOException {
    double seconds = 0;
    for (String node : nodes) {
      seconds += ServerProcess.cpuSeconds(cluster.pid(node));
    }
    return seconds;
  }

  /** What nodes cost that nobody asks: heartbeats, jobs, looks at what has changed. */
  void idle() throws IOException, InterruptedException {
    List<String> nodes = cluster.running(ALL);
    settle(nodes);
    idle = spending(nodes, IDLE_SECONDS) / nodes.size();
    new Table("Nodes at rest", "figure", "measured")
        .row(
            "CPU of one of " + nodes.size() + " nodes, part of a core",
            ClusterBench.text("%.1f %%", 100 * idle))
        .print();
  }

  /** Work that is measured. */
  interface Work {
    LoadClient.Load run() throws IOException, InterruptedException;
  }

  /**
   * @param nodes that are asked; what others spend meanwhile is none of the work
   */
  Turn turn(List<String> nodes, Work work) throws IOException, InterruptedException {
    Map<String, Double> before = spent(nodes);
    LoadClient.Load load = work.run();
    Map<String, Double> cpu = new LinkedHashMap<>();
    spent(nodes).forEach((who, seconds) -> cpu.put(who, seconds - before.getOrDefault(who, 0.0)));
    cpu.put("nodes", Math.max(0, cpu.get("nodes") - idle * nodes.size() * load.seconds()));
    return new Turn(load, cpu);
  }

  private Map<String, Double> spent(List<String> nodes) throws IOException {
    Map<String, Double> spent = new LinkedHashMap<>();
    spent.put("nodes", ofNodes(nodes));
    for (String part : cluster.running(PARTS.toArray(String[]::new))) {
      spent.put(part, ServerProcess.cpuSeconds(cluster.pid(part)));
    }
    spent.put("client", ServerProcess.childrensCpuSeconds());
    return spent;
  }

  /** HAProxy as in front of the nodes, in front of others, whose readiness nobody asks. */
  ServerProcess balancer(int... origins) throws Exception {
    int port = ServerProcess.freePort();
    String file =
        Files.readString(Path.of("conf/haproxy.cfg"))
            .replaceAll("(?m)^  server n[0-9].*\n", "")
            .replaceAll("(?m)^  bind 127.*", "  bind 127.0.0.1:" + port)
            .replace("gatehouse-changes", "gatehouse-changes-" + port);
    var servers = new StringBuilder(file);
    for (int origin : origins) {
      servers.append("  server s" + origin + " 127.0.0.1:" + origin + " no-check\n");
    }
    Path configuration = work.resolve("haproxy.cfg");
    Files.writeString(configuration, servers);
    String program =
        Files.isExecutable(Path.of("/usr/sbin/haproxy")) ? "/usr/sbin/haproxy" : "haproxy";
    return ServerProcess.start(
        List.of(program, "-db", "-f", configuration.toString()),
        Map.of(),
        port,
        work.resolve("haproxy.log"));
  }
}
