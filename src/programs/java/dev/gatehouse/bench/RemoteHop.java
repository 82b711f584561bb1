package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.packaged.ClusterScript;

/**
 * What it costs to ask a node that has to ask another one. No more than the two run meanwhile: a
 * hop has two ends, and what a crowd of nodes on one machine costs is {@link FlatCost}'s to say.
 */
final class RemoteHop {
  private static final double TARGET = 4;
  private static final int ROUNDS = 4;
  private static final int CONNECTIONS = 16;

  private final ClusterScript cluster;
  private final MeasuredCluster measured;
  private final double seconds;

  /**
   * @param seconds a turn
   */
  RemoteHop(ClusterScript cluster, MeasuredCluster measured, double seconds) {
    this.cluster = cluster;
    this.measured = measured;
    this.seconds = seconds;
  }

  /**
   * Measures, and prints a table.
   *
   * @param host the node that hosts all areas
   * @param other the one that hosts none
   */
  void print(List<FlatCost.Kind> kinds, String host, String other)
      throws IOException, InterruptedException {
    Table table =
        new Table(
            "The remote hop, without HAProxy: medians of " + ROUNDS + " rounds",
            "request",
            "CPU us here",
            "CPU us by another node",
            "ratio (at most " + TARGET + "), least and most",
            "");
    for (FlatCost.Kind request : kinds) {
      List<Double> here = new ArrayList<>();
      List<Double> there = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        here.add(micros(List.of(host), host, request.path()));
        there.add(micros(List.of(host, other), other, request.path()));
      }
      Spread ratios = Spread.ratio(there, here, micros -> micros);
      table.row(
          request.name(),
          ClusterBench.text("%.0f", ClusterBench.median(here)),
          ClusterBench.text("%.0f", ClusterBench.median(there)),
          ratios.text("%.2f"),
          Table.atMost(ratios.median(), TARGET));
    }
    table.print();
  }

  /**
   * @param working all that may have to do with it
   */
  private double micros(List<String> working, String asked, String path)
      throws IOException, InterruptedException {
    int port = cluster.httpPort(asked);
    return measured
        .turn(working, () -> measured.load(port, path, CONNECTIONS, seconds))
        .micros("nodes");
  }
}
