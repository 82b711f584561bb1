package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.bench.MeasuredCluster.Turn;

/**
 * Predicts the capacity of a cluster from one node's cost per request. Each component has its own
 * cores, and the first one to use them up is the limit. In the measured runs all components share
 * the cores, so their total cost per request gives the requests per second.
 */
final class CapacityModel {
  /** Planned CPU utilization; above it, requests queue. */
  private static final double PLANNED = 0.7;

  private static final int CORES_A_NODE = 2;
  private static final double MICROS = 1e6;

  private final Map<Integer, Map<String, Turn>> turns = new TreeMap<>();
  private final Map<Integer, Map<String, List<Turn>>> rounds;

  /**
   * @param turns turns by number of nodes, then by kind of request
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

  /**
   * Returns each round's cost on this number of nodes, divided by that round's cost on one node.
   */
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

  /** Compares the prediction from one node's costs with the measured runs on this machine. */
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
