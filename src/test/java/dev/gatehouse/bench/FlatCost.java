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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * What a request costs its node where each node is asked as much, however many there are. On one
 * machine more nodes are a crowd that shares its caches and cores, so that a second of CPU does
 * less; machines with a node each have no such crowd. So a lone node beside them is asked as much
 * as one of them all the time: what its requests cost more in the crowd is the crowd's, and what
 * those of the cluster's nodes cost more than that is the cluster's. Clients pause between their
 * requests, so that all parts together leave the machine time.
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
  private final ServerProcess beside;
  private final Path work;
  private final double seconds;

  /**
   * A request that is sent again and again.
   *
   * @param pauseMillis of each connection between two of them
   */
  record Kind(String name, String path, int pauseMillis) {}

  /** A turn of the nodes, and what a request cost the lone node meanwhile. */
  private record Turn(MeasuredCluster.Turn nodes, double besideMicros) {
    double micros() {
      return nodes.micros("nodes");
    }
  }

  /**
   * @param beside a lone node
   * @param work folder for what the client is told
   * @param seconds a turn
   */
  FlatCost(
      ClusterScript cluster,
      MeasuredCluster measured,
      LoadClient client,
      ServerProcess beside,
      Path work,
      double seconds) {
    this.cluster = cluster;
    this.measured = measured;
    this.client = client;
    this.beside = beside;
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
            "/ one node's",
            "lone node's beside them",
            "/ beside one node",
            "nodes' growth / the lone node's (at most " + TARGET + "), least and most",
            "");
    for (Kind kind : kinds) {
      Map<Integer, List<Turn>> turns = turns(kind);
      turns.forEach((nodes, all) -> {
        List<Turn> one = turns.get(1);
        Spread ratios = Spread.ratio(all, one, turn -> turn.micros() / turn.besideMicros());
        table.row(
            kind.name(),
            Integer.toString(nodes),
            ClusterBench.text(
                "%.0f", Spread.of(all, turn -> turn.nodes().perSecond() / nodes).median()),
            ClusterBench.text("%.0f", Spread.of(all, Turn::micros).median()),
            Spread.ratio(all, one, Turn::micros).text("%.2f"),
            ClusterBench.text("%.0f", Spread.of(all, Turn::besideMicros).median()),
            Spread.ratio(all, one, Turn::besideMicros).text("%.2f"),
            ratios.text("%.2f"),
            Table.atMost(ratios.median(), TARGET));
      });
    }
    table.print();
  }

  /** Every other round begins with the most nodes, so that what changes with time falls on all. */
  private Map<Integer, List<Turn>> turns(Kind kind) throws Exception {
    Path script = script(kind);
    Map<Integer, List<Turn>> turns = new TreeMap<>();
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

  private Turn turn(Kind kind, Path script, List<String> nodes) throws Exception {
    int[] ports = nodes.stream().mapToInt(cluster::httpPort).toArray();
    int connections = CONNECTIONS * ports.length;
    try (ServerProcess balancer = measured.balancer(ports);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      client.posted(balancer.port(), kind.path(), connections, WARM_SECONDS, script);
      double before = beside.cpuSeconds();
      Future<LoadClient.Load> other =
          clients.submit(
              () -> client.posted(beside.port(), kind.path(), CONNECTIONS, seconds, script));
      MeasuredCluster.Turn turn =
          measured.turn(
              nodes,
              () -> client.posted(balancer.port(), kind.path(), connections, seconds, script));
      long requests = other.get().requests();
      return new Turn(turn, (beside.cpuSeconds() - before) * 1e6 / requests);
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
