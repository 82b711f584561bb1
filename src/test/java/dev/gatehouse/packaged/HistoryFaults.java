package dev.gatehouse.packaged;

import dev.gatehouse.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Applies random faults to a cluster and reverts each. A seed repeats their order. */
final class HistoryFaults {
  private static final Path FAKE_TIME =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");
  private static final List<String> SKEWS = List.of("+2h", "+5m", "-5m");
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final ClusterScript cluster;
  private final Random random;
  private final List<String> nodes;
  private final boolean root;
  private final List<String> applied = new ArrayList<>();

  /** A kind of fault. */
  private enum Kind {
    KILL,
    PAUSE,
    CUT,
    ROLL,
    SKEW,
    KILL_STORE,
    PAUSE_STORE,
    KILL_REDIS,
    PAUSE_REDIS
  }

  /**
   * @param root whether faults are possible that need root
   */
  HistoryFaults(ClusterScript cluster, List<String> nodes, long seed, boolean root) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.random = new Random(seed);
    this.root = root;
  }

  /** Returns the faults that were applied, in order. */
  List<String> applied() {
    return applied;
  }

  /** Applies faults one after the other until a time, by nanoTime. */
  void run(long end) throws Exception {
    while (System.nanoTime() < end) {
      pass(500L + random.nextInt(2_000));
      Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
      String node = nodes.get(random.nextInt(nodes.size()));
      long lasts = 1_000L + random.nextInt((int) LONGEST.toMillis());
      boolean possible =
          switch (kind) {
            case CUT -> root;
            case SKEW -> Files.exists(FAKE_TIME);
            default -> true;
          };
      if (possible) {
        apply(kind, node, lasts);
      }
    }
    Waiting.until(PATIENCE, () -> !cluster.run("status").contains("not r"));
  }

  private void apply(Kind kind, String node, long lasts) throws Exception {
    switch (kind) {
      case KILL -> kill(node, lasts);
      case PAUSE -> pause(node, lasts);
      case KILL_STORE -> kill("store", Math.min(lasts, 3_000));
      case PAUSE_STORE -> pause("store", lasts);
      case KILL_REDIS -> kill("redis", lasts);
      case PAUSE_REDIS -> pause("redis", lasts);
      case CUT -> {
        applied.add("cut " + node + " for " + lasts + " ms");
        cluster.run("cut", node);
        pass(lasts);
        cluster.run("mend", node);
      }
      case ROLL -> {
        applied.add("roll " + node);
        cluster.run("roll", node);
      }
      case SKEW -> skew(node, SKEWS.get(random.nextInt(SKEWS.size())), lasts);
    }
  }

  private void kill(String name, long lasts) throws Exception {
    applied.add("kill " + name + " for " + lasts + " ms");
    cluster.run("kill", name);
    pass(lasts);
    cluster.run("start", name);
  }

  private void pause(String name, long lasts) throws Exception {
    applied.add("pause " + name + " for " + lasts + " ms");
    cluster.signal(name, "STOP");
    pass(lasts);
    cluster.signal(name, "CONT");
  }

  /** Restarts a node with another clock, and later with the right one. */
  private void skew(String node, String by, long lasts) throws Exception {
    applied.add("clock of " + node + " " + by);
    Map<String, String> environment = new HashMap<>();
    environment.put("LD_PRELOAD", FAKE_TIME.toString());
    environment.put("FAKETIME", by);
    environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    cluster.run("kill", node);
    cluster.runWith(environment, "start", node);
    Waiting.until(PATIENCE, () -> answers(node));
    pass(lasts);
    cluster.run("kill", node);
    cluster.run("start", node);
  }

  /** Returns whether a node answers. A node whose clock is too wrong is never ready. */
  private boolean answers(String node) throws Exception {
    String status = cluster.run("status");
    return status.contains(node + ": ready") || status.contains(node + ": not ready, 503");
  }

  private static void pass(long millis) throws Exception {
    Fault.pass(Duration.ofMillis(millis));
  }
}
