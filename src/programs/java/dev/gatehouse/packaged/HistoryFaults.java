package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;

/**
 * Applies random faults to a cluster and reverts each. A seed repeats their order. The first fault
 * of each seed is chosen so that consecutive seeds apply all kinds.
 */
final class HistoryFaults {
  private static final int LOOKS = 100;
  private static final int LOOK_MILLIS = 10;

  /** Maximum time for which a restarted store is used before the next fault. */
  private static final int USE_LOOKS = 150;

  private static final int USE_LOOK_MILLIS = 100;
  private static final List<Integer> SKEWS = List.of(7_200, 300, -300);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final List<HistoryFault> FOLLOWING =
      Arrays.stream(HistoryFault.values()).filter(fault -> !fault.restarts()).toList();
  private static final int OVERLAPS = 4;
  private static final int LEAST_LOSS = 5;
  private static final int LOSSES = 26;
  private static final String SERVERS = "servers";

  private final ClusterScript cluster;
  private final LeaseHolders holders;
  private final Random random;
  private final List<String> nodes;
  private final List<Client> management;
  private final History history;
  private final HistoryTable table;
  private final long seed;
  private final List<String> missing;

  /** Begin and end of a fault. */
  private interface Part {
    void run() throws Exception;
  }

  /** A fault on a node or server. */
  private record Applied(HistoryFault fault, String what, Part begin, Part end) {}

  HistoryFaults(
      ClusterScript cluster,
      LeaseHolders holders,
      List<String> nodes,
      long seed,
      History history,
      HistoryTable table,
      List<String> missing) {
    this.cluster = cluster;
    this.holders = holders;
    this.nodes = nodes;
    this.random = new Random(seed);
    this.history = history;
    this.table = table;
    this.seed = seed;
    this.missing = missing;
    this.management = nodes.stream().map(cluster::management).toList();
  }

  /** Returns the first fault of a seed. */
  private HistoryFault first() {
    HistoryFault[] kinds = HistoryFault.values();
    return kinds[(int) (seed % kinds.length)];
  }

  /**
   * Applies faults one after the other until a time, by nanoTime, and returns when at most one node
   * is not ready. Only the first may restart a process, because a restart outlasts most runs.
   *
   * @param longest maximum duration of a fault
   */
  void run(long end, Duration longest) throws Exception {
    HistoryFault next = first();
    do {
      pass(200L + random.nextInt(600));
      String node = anyReady();
      long lasts = 500L + random.nextInt((int) longest.toMillis());
      if (next.mayOverlap() && random.nextInt(OVERLAPS) == 0) {
        overlap(on(next, node), lasts);
      } else {
        apply(on(next, node), () -> pass(lasts));
      }
      next = FOLLOWING.get(random.nextInt(FOLLOWING.size()));
    } while (System.nanoTime() < end);
    settle(nodes.size() - 1);
  }

  /** Returns when a number of nodes are ready. */
  void settle(int least) throws Exception {
    Waiting.until(PATIENCE, () -> ready().size() >= least);
  }

  private List<String> ready() {
    return nodes.stream().filter(node -> isReady(management.get(nodes.indexOf(node)))).toList();
  }

  /** Returns a random node that is ready. Another node may still be starting. */
  private String anyReady() throws Exception {
    settle(1);
    List<String> ready = ready();
    return ready.isEmpty() ? nodes.getFirst() : ready.get(random.nextInt(ready.size()));
  }

  /** Applies a fault while another one lasts. */
  private void overlap(Applied outer, long lasts) throws Exception {
    HistoryFault inner = FOLLOWING.get(random.nextInt(FOLLOWING.size()));
    String node = anyReady();
    boolean possible = inner.mayOverlap() && !outer.what().contains(node);
    apply(
        outer,
        () -> {
          pass(lasts / 3);
          if (possible) {
            apply(on(inner, node), () -> pass(lasts / 3));
          }
          pass(lasts / 3);
        });
  }

  private void apply(Applied applied, Part during) throws Exception {
    table.attempted(applied.fault());
    if (applied.fault().needsNamespaces() && !missing.isEmpty()) {
      table.failed(applied.fault(), "missing " + String.join(", ", missing));
      return;
    }
    long begin = System.nanoTime();
    boolean begun = false;
    try {
      applied.begin().run();
      begun = true;
      during.run();
    } catch (IOException | IllegalStateException problem) {
      table.failed(applied.fault(), problem.getMessage());
    } finally {
      try {
        applied.end().run();
      } catch (IOException | IllegalStateException problem) {
        begun = false;
        table.failed(applied.fault(), problem.getMessage());
      }
      if (begun) {
        table.applied(applied.fault());
        awaitUse(applied.fault());
      }
      history.add(new History.Window(applied.fault(), applied.what(), begin, System.nanoTime()));
    }
  }

  /**
   * Waits after the start of a killed store until each check has used it. Its state after that is
   * what the fault tests, and while it starts, hardly any request succeeds.
   */
  private void awaitUse(HistoryFault fault) {
    long started = System.nanoTime();
    if (fault == HistoryFault.KILL_STORE) {
      for (int i = 0; i < USE_LOOKS && !isUsed(started); i++) {
        HistoryCheck.pause(USE_LOOK_MILLIS);
      }
    }
  }

  private boolean isUsed(long since) {
    return table.checks().stream().allMatch(check -> history.completedAfter(check, since));
  }

  private Applied on(HistoryFault fault, String node) {
    return switch (fault) {
      case KILL -> killed(fault, node);
      case KILL_STORE -> killed(fault, "store");
      case KILL_REDIS -> killed(fault, "redis");
      case PAUSE -> paused(fault, node);
      case PAUSE_STORE -> paused(fault, "store");
      case PAUSE_REDIS -> paused(fault, "redis");
      case ROLL ->
          new Applied(fault, "restart of " + node, () -> cluster.run("roll", node), () -> {});
      case CUT -> dropped(fault, node, "cut", node, "nodes", "both");
      case CUT_IN -> dropped(fault, node, "cut", node, "nodes", "in");
      case CUT_OUT -> dropped(fault, node, "cut", node, "nodes", "out");
      case CUT_SERVERS -> dropped(fault, node, "cut", node, SERVERS, "both");
      case LOST_REPLIES -> dropped(fault, node, "cut", node, SERVERS, "in");
      case LOSS -> dropped(fault, node, "lose", node, "" + (LEAST_LOSS + random.nextInt(LOSSES)));
      case CLOCK -> moved(fault, node, SKEWS.get(random.nextInt(SKEWS.size())));
    };
  }

  private Applied killed(HistoryFault fault, String name) throws IllegalStateException {
    return new Applied(
        fault,
        "kill of " + name,
        () -> {
          holders.kill(name);
          cluster.run("kill", name);
        },
        () -> {
          cluster.run("start", name);
          holders.start(name);
        });
  }

  private Applied paused(HistoryFault fault, String name) {
    return new Applied(
        fault,
        "pause of " + name,
        () -> {
          holders.signal(name, "STOP");
          cluster.signal(name, "STOP");
          awaitStop(cluster.pid(name), name);
        },
        () -> {
          cluster.signal(name, "CONT");
          holders.signal(name, "CONT");
        });
  }

  /** On a busy machine, a process stops a moment after the signal. */
  private static void awaitStop(long pid, String name) throws IOException {
    for (int i = 0; i < LOOKS && !isStopped(pid); i++) {
      HistoryCheck.pause(LOOK_MILLIS);
    }
    require(isStopped(pid), name + " is not stopped");
  }

  private static boolean isStopped(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return stat.substring(stat.lastIndexOf(')')).startsWith(") T");
  }

  /** Drops packets. Without a dropped packet, the fault was not applied. */
  private Applied dropped(HistoryFault fault, String node, String... command) {
    return new Applied(
        fault,
        String.join(" ", command),
        () -> cluster.run(command),
        () -> {
          String dropped = cluster.run("mend", node).strip();
          require(!dropped.equals("0"), String.join(" ", command) + " has dropped no packet");
        });
  }

  private Applied moved(HistoryFault fault, String node, int seconds) {
    return new Applied(
        fault,
        "clock of " + node + " by " + seconds + " s",
        () -> {
          cluster.run("clock", node, "" + seconds);
          long off = Duration.between(Instant.now(), clockOf(node)).toSeconds();
          require(Math.abs(off - seconds) <= 60, node + "'s clock is off by " + off + " s");
        },
        () -> cluster.run("clock", node, "0"));
  }

  private Instant clockOf(String node) {
    String date =
        cluster.node(1 + nodes.indexOf(node)).get("/api/proxy/still-alive/status").header("Date");
    require(date != null, node + " sends no date");
    return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalStateException(problem);
    }
  }

  private static boolean isReady(Client node) {
    try {
      return node.get("/readyz").status() == 200;
    } catch (RuntimeException | AssertionError silent) {
      return false;
    }
  }

  private static void pass(long millis) throws Exception {
    Fault.pass(Duration.ofMillis(millis));
  }
}
