package dev.gatehouse.packaged;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Checks histories of a cluster under random faults: {@code scripts/chaos histories}. Exits with 1
 * if one is not linearizable.
 */
public final class HistoriesChaos {
  private static final List<String> PARTS =
      List.of("n1", "n2", "n3", "n4", "n5", "store", "haproxy", "redis");

  private final ClusterScript cluster;
  private final List<String> nodes;
  private final boolean root;

  private HistoriesChaos(ClusterScript cluster, List<String> nodes, boolean root) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.root = root;
  }

  /**
   * @param arguments a folder for the cluster, the number of runs, the seconds of a run, the first
   *     seed and the number of nodes
   */
  public static void main(String... arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    int runs = Integer.parseInt(arguments[1]);
    var lasts = Duration.ofSeconds(Long.parseLong(arguments[2]));
    long first = Long.parseLong(arguments[3]);
    List<String> nodes =
        IntStream.rangeClosed(1, Integer.parseInt(arguments[4])).mapToObj(n -> "n" + n).toList();
    boolean root = System.getProperty("user.name").equals("root");
    int wrong = 0;
    try (var cluster = new ClusterScript(folder)) {
      if (root) {
        cluster.withOwnAddresses();
      }
      cluster.up(nodes.stream().map(name -> name + "=all").toArray(String[]::new));
      var chaos = new HistoriesChaos(cluster, nodes, root);
      for (long seed = first; seed < first + runs; seed++) {
        wrong += chaos.isRight(seed, lasts) ? 0 : 1;
      }
    }
    System.out.printf(Locale.ROOT, "%d of %d histories are wrong%n", wrong, runs);
    System.exit(wrong == 0 ? 0 : 1);
  }

  private boolean isRight(long seed, Duration lasts) throws Exception {
    var history = new History();
    var clients = new HistoryClients(cluster, nodes.size(), history, seed);
    var faults = new HistoryFaults(cluster, nodes, seed, root);
    clients.open();
    long end = System.nanoTime() + lasts.toNanos();
    List<Thread> running = clients.begin(end);
    faults.run(end);
    for (Thread client : running) {
      client.join();
    }
    clients.close();
    List<String> wrong = history.wrong();
    System.out.printf(
        Locale.ROOT,
        "seed %d: %d steps on %d objects, %d with unknown outcomes; %s: %s%n",
        seed,
        history.steps(),
        history.objects(),
        history.unknown(),
        String.join(", ", faults.applied()),
        wrong.isEmpty() ? "right" : "WRONG");
    if (!wrong.isEmpty()) {
      keep(seed, faults.applied(), wrong);
    }
    return wrong.isEmpty();
  }

  /** Keeps a wrong history with its faults and the logs of all processes. */
  private void keep(long seed, List<String> faults, List<String> wrong) throws IOException {
    Path kept =
        Files.createDirectories(
            cluster.folder().resolveSibling("wrong-histories").resolve("" + seed));
    Files.writeString(
        kept.resolve("history"), String.join("\n", faults) + "\n\n" + String.join("\n\n", wrong));
    for (String part : PARTS) {
      Path log = cluster.folder().resolve(part).resolve("log");
      if (Files.exists(log)) {
        Files.write(kept.resolve(part + ".log"), Files.readAllBytes(log));
      }
    }
    wrong.forEach(System.out::println);
    System.out.println("kept in " + kept);
  }
}
