package dev.gatehouse.bench;

import dev.gatehouse.packaged.ClusterScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a request costs its node where each node is asked as much, however many there are. Clients
 * pause between their requests, so that all parts together leave the machine time: on a full one it
 * is the crowd of processes that is measured, whose caches and turns are not those of machines with
 * a node each.
 */
final class FlatCost {
  static final double TARGET = 1.15;

  private static final int NODES = 4;
  private static final int CONNECTIONS = 16;
  private static final int ROUNDS = 6;
  private static final double WARM_SECONDS = 1;

  private final ClusterScript cluster;
  private final MeasuredCluster measured;
  private final LoadClient client;
  private final Path work;
  private final double seconds;

  /**
   * A request that is sent again and again.
   *
   * @param pauseMillis of each connection between two of them
   */
  record Kind(String name, String path, int pauseMillis) {}

  /**
   * @param work folder for what the client is told
   * @param seconds a turn
   */
  FlatCost(
      ClusterScript cluster,
      MeasuredCluster measured,
      LoadClient client,
      Path work,
      double seconds) {
    this.cluster = cluster;
    this.measured = measured;
    this.client = client;
    this.work = work;
    this.seconds = seconds;
  }

  /** So many of the nodes, beginning at another one each round. */
  static List<String> turned(int round, int count) {
    return IntStream.range(0, count).mapToObj(i -> "n" + (1 + (round + i) % NODES)).toList();
  }

  void print(List<Kind> kinds) throws Exception {
    Table table =
        new Table(
            "CPU of a request where each node is asked as much: medians of " + ROUNDS + " rounds",
            "request",
            "nodes",
            "requests/s of each",
            "nodes' CPU us",
            "nodes' CPU / one node's (at most " + TARGET + "), least and most",
            "");
    for (Kind kind : kinds) {
      Map<Integer, List<MeasuredCluster.Turn>> turns = turns(kind);
      turns.forEach((nodes, all) -> {
        Spread ratios = Spread.ratio(all, turns.get(1), turn -> turn.micros("nodes"));
        table.row(
            kind.name(),
            Integer.toString(nodes),
            ClusterBench.text("%.0f", Spread.of(all, turn -> turn.perSecond() / nodes).median()),
            ClusterBench.text("%.0f", Spread.of(all, turn -> turn.micros("nodes")).median()),
            ratios.text("%.2f"),
            Table.atMost(ratios.median(), TARGET));
      });
    }
    table.print();
  }

  /** Every other round begins with the most nodes, so that what changes with time falls on all. */
  private Map<Integer, List<MeasuredCluster.Turn>> turns(Kind kind) throws Exception {
    Path script = script(kind);
    Map<Integer, List<MeasuredCluster.Turn>> turns = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<Integer> counts = new ArrayList<>(IntStream.rangeClosed(1, NODES).boxed().toList());
      if (round % 2 == 1) {
        Collections.reverse(counts);
      }
      for (int nodes : counts) {
        turns
            .computeIfAbsent(nodes, first -> new ArrayList<>())
            .add(turn(kind, script, turned(round, nodes)));
      }
    }
    return turns;
  }

  private MeasuredCluster.Turn turn(Kind kind, Path script, List<String> nodes) throws Exception {
    int[] ports = nodes.stream().mapToInt(cluster::httpPort).toArray();
    int connections = CONNECTIONS * ports.length;
    try (ServerProcess balancer = measured.balancer(ports)) {
      client.posted(balancer.port(), kind.path(), connections, WARM_SECONDS, script);
      return measured.turn(
          nodes, () -> client.posted(balancer.port(), kind.path(), connections, seconds, script));
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
