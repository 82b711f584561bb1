package dev.gatehouse.bench;

import dev.gatehouse.bench.MeasuredCluster.Turn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far nodes go, from what one node's requests cost: every part has its cores, and the first
 * whose cores are spent is the limit. Held against the runs: here all parts share the same cores,
 * so that what all of them spend on a request together gives the requests of a second.
 */
final class CapacityModel {
  /** The part of a core's time that is planned with: beyond it waiting begins. */
  private static final double PLANNED = 0.7;

  private static final int CORES_A_NODE = 2;
  private static final double MICROS = 1e6;

  private final Map<Integer, Map<String, Turn>> turns = new TreeMap<>();
  private final Map<Integer, Map<String, List<Turn>>> rounds;

  /**
   * @param turns by the number of nodes, then by the kind of request
   */
  CapacityModel(Map<Integer, Map<String, List<Turn>>> turns) {
    rounds = turns;
    turns.forEach((nodes, byKind) -> {
      Map<String, Turn> sums = new LinkedHashMap<>();
      byKind.forEach((kind, all) -> sums.put(kind, Turn.sum(all)));
      this.turns.put(nodes, sums);
    });
  }

  void print() {
    costs();
    check();
    limits();
  }

  private void costs() {
    Table table =
        new Table(
            "CPU of a request on a full machine, by its path through the cluster, in microseconds",
            "request",
            "nodes",
            "requests/s",
            "nodes' CPU",
            "HAProxy",
            "Redis",
            "store",
            "nodes' CPU / one node's, least and most");
    each((kind, nodes, turn) -> {
      Spread ratios = ratios(kind, nodes);
      table.row(
          kind,
          Integer.toString(nodes),
          ClusterBench.text("%.0f", turn.perSecond()),
          ClusterBench.text("%.0f", turn.micros("nodes")),
          ClusterBench.text("%.0f", turn.micros("haproxy")),
          ClusterBench.text("%.0f", turn.micros("redis")),
          ClusterBench.text("%.0f", turn.micros("store")),
          ratios.text("%.2f"));
    });
    table.print();
  }

  /** The cost on so many nodes by that on one, each round's by its own. */
  private Spread ratios(String kind, int nodes) {
    return Spread.ratio(
        rounds.get(nodes).get(kind), rounds.get(1).get(kind), turn -> turn.micros("nodes"));
  }

  /** Something to be said of a turn. */
  private interface Row {
    void of(String kind, int nodes, Turn turn);
  }

  private void each(Row row) {
    for (String kind : turns.get(1).keySet()) {
      for (int nodes = 1; nodes <= turns.size(); nodes++) {
        row.of(kind, nodes, turns.get(nodes).get(kind));
      }
    }
  }

  private Turn one(String kind) {
    return turns.get(1).get(kind);
  }

  /** What one node's costs foretell of all others' runs on this machine. */
  private void check() {
    int cores = Runtime.getRuntime().availableProcessors();
    Table table =
        new Table(
            "The model against the runs, on " + cores + " cores for all parts and the client",
            "request",
            "nodes",
            "foretold requests/s",
            "measured",
            "measured / foretold");
    each((kind, nodes, turn) -> {
      double foretold = cores * MICROS / one(kind).micros();
      table.row(
          kind,
          Integer.toString(nodes),
          ClusterBench.text("%.0f", foretold),
          ClusterBench.text("%.0f", turn.perSecond()),
          ClusterBench.text("%.2f", turn.perSecond() / foretold));
    });
    table.print();
  }

  private void limits() {
    Table table =
        new Table(
            "Requests a second at " + (int) (100 * PLANNED) + " % of the cores of each part",
            "request",
            "a node of " + CORES_A_NODE + " cores",
            "a core of HAProxy",
            "Redis (one core)",
            "a core of the store",
            "nodes until HAProxy has two cores to do",
            "nodes until Redis is full");
    for (String kind : turns.get(1).keySet()) {
      Turn one = one(kind);
      double node = CORES_A_NODE * PLANNED * MICROS / one.micros("nodes");
      double balancer = PLANNED * MICROS / one.micros("haproxy");
      double redis = PLANNED * MICROS / one.micros("redis");
      table.row(
          kind,
          ClusterBench.text("%.0f", node),
          ClusterBench.text("%.0f", balancer),
          ClusterBench.text("%.0f", redis),
          ClusterBench.text("%.0f", PLANNED * MICROS / one.micros("store")),
          ClusterBench.text("%.1f", 2 * balancer / node),
          ClusterBench.text("%.1f", redis / node));
    }
    table.print();
  }
}
