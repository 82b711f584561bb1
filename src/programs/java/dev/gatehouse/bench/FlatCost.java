package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.packaged.ClusterScript;

/**
 * CPU time per request at a constant load per node, for several cluster sizes. More nodes on one
 * machine share its caches, cores, store and Redis; separate machines do not. The same number of
 * independent nodes over the same store and Redis is therefore measured in turn, and the difference
 * is the cost of the cluster. Clients pause between requests, so that the machine is never
 * saturated.
 */
final class FlatCost {
  private static final double TARGET = 1.15;
  private static final int CONNECTIONS = 16;
  private static final int ROUNDS = 6;
  private static final double WARM_SECONDS = 1;

  /** Where clients pause, a turn has fewer requests. */
  private static final int LONGER = 2;

  private final MeasuredCluster measured;
  private final LoadClient client;
  private final Path work;
  private final double seconds;

  /**
   * A repeated request.
   *
   * @param pauseMillis pause of each connection between two requests
   */
  record Kind(String name, String path, int pauseMillis) {}

  /** HTTP port and process of a node. */
  record Node(int port, long pid) {}

  /** Nodes, and the CPU seconds per second that each uses when idle. */
  private record Group(List<Node> nodes, double idle) {
    Group some(int round, int count) {
      return new Group(turned(nodes, round, count), idle);
    }

    int[] ports() {
      return nodes.stream().mapToInt(Node::port).toArray();
    }

    ProcessGroup processes() {
      return processesOf(nodes);
    }
  }

  /** What one node was asked in a second, and what a request cost, in microseconds of CPU. */
  private record Turn(double perSecond, double micros) {}

  /** Turns of the cluster's nodes and of those apart, one after the other. */
  private record Turns(List<Turn> joined, List<Turn> apart) {
    Turns() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  /**
   * @param work folder for the client's input
   * @param seconds half a turn
   */
  FlatCost(MeasuredCluster measured, LoadClient client, Path work, double seconds) {
    this.measured = measured;
    this.client = client;
    this.work = work;
    this.seconds = LONGER * seconds;
  }

  /** So many of some, beginning at another one each round. */
  static <T> List<T> turned(List<T> all, int round, int count) {
    return IntStream.range(0, count).mapToObj(i -> all.get((round + i) % all.size())).toList();
  }

  private static ProcessGroup processesOf(List<Node> nodes) {
    return new ProcessGroup(nodes.stream().map(Node::pid).toList());
  }

  /**
   * Measures, and prints a table.
   *
   * @param joined the nodes of a cluster
   * @param apart as many that are none
   */
  void print(List<Kind> kinds, List<Node> joined, List<Node> apart) throws Exception {
    Table table =
        new Table(
            "CPU of a request where each node is asked as much: medians of " + ROUNDS + " rounds",
            "request",
            "nodes",
            "requests/s of each",
            "CPU us, cluster",
            "/ one node's",
            "CPU us, nodes apart",
            "/ one node's",
            "cluster / nodes apart (at most " + TARGET + "), least and most",
            "");
    for (Kind kind : kinds) {
      Map<Integer, Turns> all = turns(kind, atRest(joined), atRest(apart));
      Turns one = all.get(1);
      all.forEach((nodes, turns) -> {
        Spread ratios = Spread.ratio(turns.joined, turns.apart, Turn::micros);
        table.row(
            kind.name(),
            Integer.toString(nodes),
            ClusterBench.text("%.0f", Spread.of(turns.joined, Turn::perSecond).median()),
            ClusterBench.text("%.0f", Spread.of(turns.joined, Turn::micros).median()),
            Spread.ratio(turns.joined, one.joined, Turn::micros).text("%.2f"),
            ClusterBench.text("%.0f", Spread.of(turns.apart, Turn::micros).median()),
            Spread.ratio(turns.apart, one.apart, Turn::micros).text("%.2f"),
            ratios.text("%.2f"),
            Table.atMost(ratios.median(), TARGET));
      });
    }
    table.print();
  }

  private static Group atRest(List<Node> nodes) throws IOException, InterruptedException {
    ProcessGroup processes = processesOf(nodes);
    processes.settle();
    return new Group(nodes, processes.spendingOfOne(MeasuredCluster.IDLE_SECONDS));
  }

  /** Every other round goes the other way, so that what changes with time falls on all. */
  private Map<Integer, Turns> turns(Kind kind, Group joined, Group apart) throws Exception {
    Path script = script(kind);
    Map<Integer, Turns> turns = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<Integer> counts =
          new ArrayList<>(IntStream.rangeClosed(1, joined.nodes.size()).boxed().toList());
      if (round % 2 == 1) {
        Collections.reverse(counts);
      }
      for (int nodes : counts) {
        Turns both = turns.computeIfAbsent(nodes, first -> new Turns());
        if (round % 2 == 0) {
          both.joined.add(turn(kind, script, joined.some(round, nodes)));
        }
        both.apart.add(turn(kind, script, apart.some(round, nodes)));
        if (round % 2 == 1) {
          both.joined.add(turn(kind, script, joined.some(round, nodes)));
        }
      }
    }
    return turns;
  }

  private Turn turn(Kind kind, Path script, Group asked) throws Exception {
    int count = asked.nodes.size();
    try (ServerProcess balancer = measured.balancer(asked.ports())) {
      client.posted(balancer.port(), kind.path(), CONNECTIONS * count, WARM_SECONDS, script);
      double before = asked.processes().cpuSeconds();
      LoadClient.Load load =
          client.posted(balancer.port(), kind.path(), CONNECTIONS * count, seconds, script);
      double spent = asked.processes().cpuSeconds() - before;
      return new Turn(
          load.requests() / load.seconds() / count,
          (spent - asked.idle * count * load.seconds()) * 1e6 / load.requests());
    }
  }

  private Path script(Kind kind) throws IOException {
    return Files.writeString(
        work.resolve("paced.lua"),
        "wrk.headers['X-API-Key'] = '"
            + ClusterScript.KEY
            + "'\nfunction delay() return "
            + kind.pauseMillis()
            + " end\n");
  }
}
