package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Waiting;

/**
 * Grows a cluster of small nodes, and measures what a node costs at rest, how long a node takes to
 * join, and how soon all others notice that one has ended: {@code scripts/chaos scale}. Exits with
 * 1 if a target is missed.
 */
public final class ScaleChaos {
  private static final String SMALL =
      "-XX:TieredStopAtLevel=1 -Xms40m -Xmx96m -XX:MaxDirectMemorySize=64m";
  private static final int FEW = 3;
  private static final Duration JOIN = Duration.ofSeconds(60);
  private static final Duration NOTICED = Duration.ofSeconds(5);
  private static final double FLAT = 0.10;

  /** After a start, a node compiles, runs its jobs and shrinks its heap. */
  private static final Duration SETTLE = Duration.ofSeconds(45);

  private static final Duration SAMPLE = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String LEFT = " has left the cluster";
  private static final String JOINED = " has joined the cluster";

  private final ClusterScript cluster;
  private final int nodes;
  private boolean good = true;

  private ScaleChaos(ClusterScript cluster, int nodes) {
    this.cluster = cluster;
    this.nodes = nodes;
  }

  /**
   * @param arguments a folder for the cluster, the number of nodes
   */
  public static void main(String... arguments) throws Exception {
    int nodes = Integer.parseInt(arguments[1]);
    boolean good;
    try (var cluster = new ClusterScript(Files.createDirectories(Path.of(arguments[0])), nodes)) {
      var chaos = new ScaleChaos(cluster.withJava(SMALL), nodes);
      chaos.run();
      good = chaos.good;
    }
    System.exit(good ? 0 : 1);
  }

  private void run() throws Exception {
    up(FEW);
    ProcessCost few = atRest(FEW);
    long begin = System.nanoTime();
    up(nodes - 1);
    System.out.printf(
        Locale.ROOT,
        "%d nodes started at once: all ready after %.1f s%n",
        nodes - 1 - FEW,
        since(begin));
    List<String> others = names(nodes - 1);
    Map<String, Long> before = count(others, JOINED);
    begin = System.nanoTime();
    up(nodes);
    double ready = since(begin);
    awaitEach(others, JOINED, before);
    target("node " + nodes + " is ready after", ready, JOIN.toSeconds());
    ProcessCost many = atRest(nodes);
    compare("CPU", few.cpu(), many.cpu());
    compare("memory", few.memory(), many.memory());
    compare("threads", few.threads(), many.threads());
    System.out.printf(
        Locale.ROOT,
        "writes of a node: %.1f/s for each other node%n",
        (many.writes() - few.writes()) / (nodes - FEW));
    String killed = "n" + nodes;
    String ended = "n" + (nodes - 1);
    notice(killed, () -> cluster.run("kill", killed), "a killed node was noticed by all after");
    notice(ended, () -> cluster.end(ended), "a node that left was noticed by all after");
  }

  private interface Action {
    void run() throws Exception;
  }

  /** Ends a node, and measures how long the last of the others takes to notice it. */
  private void notice(String name, Action end, String what) throws Exception {
    List<String> others = new ArrayList<>(names(nodes));
    others.remove("n" + nodes);
    others.remove(name);
    Map<String, Long> before = count(others, LEFT);
    long begin = System.nanoTime();
    Thread watch = Thread.ofPlatform().start(() -> run(end));
    awaitEach(others, LEFT, before);
    double seconds = since(begin);
    watch.join();
    target(what, seconds, NOTICED.toSeconds());
  }

  private static void run(Action action) {
    try {
      action.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void up(int count) throws IOException {
    cluster.up(names(count).stream().map(name -> name + "=all").toArray(String[]::new));
  }

  private static List<String> names(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(n -> "n" + n).toList();
  }

  private ProcessCost atRest(int count) throws Exception {
    Fault.pass(SETTLE);
    List<Long> pids = new ArrayList<>();
    for (String name : names(count)) {
      pids.add(cluster.pid(name));
    }
    ProcessCost cost = ProcessCost.mean(ProcessCost.measure(pids, SAMPLE));
    System.out.printf(
        Locale.ROOT,
        "%d nodes at rest, mean of a node: CPU %.2f %% of a core, memory %.0f MB, threads %.0f,"
            + " writes %.1f/s%n",
        count,
        cost.cpu(),
        cost.memory(),
        cost.threads(),
        cost.writes());
    return cost;
  }

  private void compare(String what, double few, double many) {
    double growth = many / few - 1;
    boolean flat = growth <= FLAT;
    good &= flat;
    System.out.printf(
        Locale.ROOT,
        "%s of a node from %d to %d nodes: %+.0f %% (at most +10 %%) %s%n",
        what,
        FEW,
        nodes,
        100 * growth,
        flat ? "ok" : "missed");
  }

  private void target(String what, double seconds, long most) {
    boolean held = seconds <= most;
    good &= held;
    System.out.printf(
        Locale.ROOT, "%s %.1f s (at most %d s) %s%n", what, seconds, most, held ? "ok" : "missed");
  }

  private static double since(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  /** Counts the lines of each node's log that contain some words. */
  private Map<String, Long> count(List<String> names, String words) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    for (String name : names) {
      try (var lines = Files.lines(cluster.folder().resolve(name).resolve("log"))) {
        counts.put(name, lines.filter(line -> line.contains(words)).count());
      }
    }
    return counts;
  }

  private void awaitEach(List<String> names, String words, Map<String, Long> before)
      throws Exception {
    Waiting.until(
        PATIENCE,
        () -> {
          Map<String, Long> now = count(names, words);
          return names.stream().allMatch(name -> now.get(name) > before.get(name));
        });
  }
}
