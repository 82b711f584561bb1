package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.packaged.ClusterScript;

/**
 * Nodes that are clusters of one each, over the store, the Redis and the files of another cluster:
 * all that its nodes are, but that none knows of another.
 */
final class NodesApart implements AutoCloseable {
  private static final String NAME = "n1";

  private final ClusterScript beside;
  private final UnaryOperator<ClusterScript> settings;
  private final List<ClusterScript> started = new ArrayList<>();

  /**
   * Creates the group; starts no node yet.
   *
   * @param beside the cluster whose store, Redis and files they use
   * @param settings the settings of that cluster's nodes, for these nodes too
   */
  NodesApart(ClusterScript beside, UnaryOperator<ClusterScript> settings) {
    this.beside = beside;
    this.settings = settings;
  }

  /** Starts another one, with what it keeps for itself in a folder. */
  FlatCost.Node start(Path folder) throws IOException {
    ClusterScript script =
        settings
            .apply(new ClusterScript(folder))
            .with("MONGO_URL", "mongodb://127.0.0.1:" + beside.storePort())
            .with("REDIS_URL", "redis://127.0.0.1:" + beside.redisPort())
            .with("BLOBS_DIR", beside.folder().resolve("blobs").toString());
    started.add(script);
    script.up(NAME + "=all");
    return node(script, NAME);
  }

  static FlatCost.Node node(ClusterScript of, String name) throws IOException {
    return new FlatCost.Node(of.httpPort(name), of.pid(name));
  }

  @Override
  public void close() throws IOException {
    for (ClusterScript each : started) {
      each.close();
    }
  }
}
