package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Waiting;

/**
 * Restarts all nodes of a cluster, one after the other, under requests at a steady rate: {@code
 * scripts/chaos rolling}. Exits with 1 if a request failed, or if a stream lost, repeated or
 * reordered an event.
 */
public final class RollingChaos {
  private static final int STREAMS = 20;
  private static final Duration BEFORE = Duration.ofSeconds(10);
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  /** Divisor of the rate until the nodes have been warmed up. */
  private static final int COLD = 5;

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private RollingChaos() {}

  /**
   * @param arguments a folder for the cluster, the number of nodes, requests per second
   */
  public static void main(String... arguments) throws Exception {
    int nodes = Integer.parseInt(arguments[1]);
    int rate = Integer.parseInt(arguments[2]);
    boolean good;
    try (var cluster = new ClusterScript(Files.createDirectories(Path.of(arguments[0])))) {
      cluster.up(
          IntStream.rangeClosed(1, nodes).mapToObj(n -> "n" + n + "=all").toArray(String[]::new));
      good = roll(cluster, nodes, rate);
    }
    System.exit(good ? 0 : 1);
  }

  private static boolean roll(ClusterScript cluster, int nodes, int rate) throws Exception {
    String token = cluster.node(1).token(ClusterScript.CODE);
    List<HeldStream> streams = new ArrayList<>();
    warmUp(cluster, rate);
    var load = new SteadyLoad(cluster.address(), "rolling", rate);
    try {
      for (int i = 0; i < STREAMS; i++) {
        streams.add(new HeldStream(cluster.address(), token));
      }
      Waiting.until(PATIENCE, () -> streams.stream().allMatch(stream -> stream.connections() > 0));
      load.begin();
      Fault.pass(BEFORE);
      long begin = System.nanoTime();
      cluster.run("roll");
      System.out.printf(
          Locale.ROOT,
          "%d nodes were restarted in %.0f s%n",
          nodes,
          (System.nanoTime() - begin) / 1e9);
      Fault.pass(BEFORE);
      load.end();
      return report(load, streams, rate);
    } finally {
      for (HeldStream stream : streams) {
        stream.close();
      }
    }
  }

  /** Prepares nodes and store, which are slow directly after their start. */
  private static void warmUp(ClusterScript cluster, int rate) throws Exception {
    var load = new SteadyLoad(cluster.address(), "warm", Math.max(1, rate / COLD));
    load.begin();
    Fault.pass(WARM_UP);
    load.end();
    System.out.printf("warm-up: %d requests failed%n", load.failed());
  }

  private static boolean report(SteadyLoad load, List<HeldStream> streams, int rate)
      throws Exception {
    Set<String> sent = Set.copyOf(load.acknowledged());
    try {
      Waiting.until(
          PATIENCE, () -> streams.stream().allMatch(stream -> stream.titles().containsAll(sent)));
    } catch (AssertionError missing) {
      // The counts below show it.
    }
    int lost = 0;
    int repeated = 0;
    int refused = 0;
    int opened = 0;
    boolean ordered = true;
    List<String> first = streams.getFirst().titles();
    for (HeldStream stream : streams) {
      List<String> titles = stream.titles();
      Set<String> different = new HashSet<>(titles);
      repeated += titles.size() - different.size();
      lost += (int) sent.stream().filter(title -> !different.contains(title)).count();
      ordered &= titles.equals(first);
      refused += stream.refused().size();
      opened += stream.connections();
      stream.refused().forEach(reply -> System.out.println("stream: " + reply));
    }
    load.failures().forEach((how, count) -> System.out.println(count + " x " + how));
    System.out.printf(
        Locale.ROOT,
        "requests %s, %.0f/s of %d/s, failed %d, longest %d ms%n",
        load.sent(),
        load.reached(),
        rate,
        load.failed(),
        load.longestMillis());
    System.out.printf(
        "%d streams, opened %d times, refused %d times, %d events each, lost %d, repeated %d,"
            + " equal order: %s%n",
        streams.size(), opened, refused, sent.size(), lost, repeated, ordered ? "yes" : "no");
    return load.failed() + refused + lost + repeated == 0 && ordered;
  }
}
