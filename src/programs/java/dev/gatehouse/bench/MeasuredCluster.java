package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.packaged.ClusterScript;

/** A cluster under load, and who of it spends how much. */
final class MeasuredCluster {
  static final int IDLE_SECONDS = 10;

  private static final String[] ALL = {"n1", "n2", "n3", "n4", "n5"};
  private static final List<String> PARTS = List.of("haproxy", "redis", "store");

  private final ClusterScript cluster;
  private final Path work;
  private final LoadClient client;

  /** CPU seconds per second of an idle node. */
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
    /** Returns the sum of all turns. */
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

    /** Returns the total CPU microseconds per request, including the client's. */
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
    group(List.of(node)).settle();
  }

  private ProcessGroup group(List<String> nodes) throws IOException {
    List<Long> pids = new ArrayList<>();
    for (String node : nodes) {
      pids.add(cluster.pid(node));
    }
    return new ProcessGroup(pids);
  }

  /** Measures the cost of idle nodes: heartbeats, jobs and polling for changes. */
  void idle() throws IOException, InterruptedException {
    List<String> nodes = cluster.running(ALL);
    group(nodes).settle();
    idle = group(nodes).spendingOfOne(IDLE_SECONDS);
    new Table("Nodes at rest", "figure", "measured")
        .row(
            "CPU of one of " + nodes.size() + " nodes, part of a core",
            ClusterBench.text("%.1f %%", 100 * idle))
        .print();
  }

  /** Work to measure. */
  interface Work {
    LoadClient.Load run() throws IOException, InterruptedException;
  }

  /**
   * @param nodes that receive requests; the CPU time of other nodes is not counted
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
    spent.put("nodes", group(nodes).cpuSeconds());
    for (String part : cluster.running(PARTS.toArray(String[]::new))) {
      spent.put(part, ServerProcess.cpuSeconds(cluster.pid(part)));
    }
    spent.put("client", ServerProcess.childrensCpuSeconds());
    return spent;
  }

  /**
   * Starts HAProxy with the cluster's configuration in front of other servers, without health
   * checks.
   */
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
