package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Waiting;

/**
 * A fault applied to a cluster under load, and reverted.
 *
 * @param bounds the effects that clients may notice
 */
record Fault(String what, Bounds bounds, Act begins, Act ends) {
  /** Duration of each fault. */
  static final Duration LASTS = Duration.ofSeconds(10);

  private static final Duration FROZEN = Duration.ofSeconds(20).minus(LASTS);

  private static final Duration FLAP = Duration.ofMillis(1_500);
  private static final int FLAPS = 7;

  /** Long enough that the other nodes remove a node from the cluster, which it later rejoins. */
  private static final Duration PUT_OUT = Duration.ofSeconds(45).minus(LASTS);

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Effects that clients may notice. Acknowledged writes must never be lost. */
  enum Bounds {
    /** No effect, because the action was planned. */
    NOTHING,
    /** No request takes five seconds, and less than 2 % of the requests fail. */
    FEW,
    /** Requests that need the faulty component fail in time while the fault lasts. */
    IN_TIME
  }

  /** An action on a cluster. */
  interface Act {
    void on(ClusterScript cluster) throws Exception;
  }

  /** Returns the faults that need only the cluster, by name, in order. */
  static Map<String, Fault> all() {
    Map<String, Fault> faults = new LinkedHashMap<>();
    faults.put("kill-http", kill("kill -9 of a node with http alone", "n1", Bounds.FEW));
    faults.put("kill-areas", kill("kill -9 of a node with areas alone", "n2", Bounds.FEW));
    faults.put("kill-both", kill("kill -9 of a node with everything", "n3", Bounds.FEW));
    faults.put("freeze-http", freeze("a node with http alone", "n1", Bounds.FEW));
    faults.put("freeze-areas", freeze("a node with areas alone", "n2", Bounds.FEW));
    faults.put("freeze-both", freeze("a node with everything", "n3", Bounds.FEW));
    faults.put("redis", kill("kill -9 of Redis, restarted", "redis", Bounds.FEW));
    faults.put("freeze-redis", freeze("Redis", "redis", Bounds.FEW));
    faults.put("store", kill("kill -9 of the store, restarted", "store", Bounds.IN_TIME));
    faults.put("freeze-store", freeze("the store", "store", Bounds.IN_TIME));
    faults.put("flap-store", flap("the store", "store", Bounds.IN_TIME));
    faults.put("flap-redis", flap("Redis", "redis", Bounds.FEW));
    faults.put(
        "cut", cut("a node with everything, cut off from the others for 20 s", "n3", FROZEN));
    faults.put("cut-long", cut("the same for 45 s, which puts it out", "n3", PUT_OUT));
    faults.put("cut-http", cut("a node with http alone, cut off for 45 s", "n1", PUT_OUT));
    faults.put("slow-area", slowArea());
    faults.put("leaving", leaving());
    faults.put("freeze-upload", uploads("SIGSTOP of", true));
    faults.put("kill-upload", uploads("kill -9 of", false));
    faults.put(
        "roll",
        new Fault(
            "rolling restart of all nodes",
            Bounds.NOTHING,
            cluster -> cluster.run("roll"),
            cluster -> {}));
    return faults;
  }

  /**
   * Runs two releases side by side that call each other: a downgrade and an upgrade.
   *
   * @param release a built clone of the other release
   */
  static Fault releases(Path release) {
    return new Fault(
        "all nodes are replaced by another release's, and these by this one's",
        Bounds.NOTHING,
        cluster -> cluster.runIn(release, "roll"),
        cluster -> cluster.run("roll"));
  }

  private static Fault kill(String what, String name, Bounds bounds) {
    return new Fault(
        what, bounds, cluster -> cluster.run("kill", name), cluster -> cluster.run("start", name));
  }

  private static Fault freeze(String whom, String name, Bounds bounds) {
    return new Fault(
        "SIGSTOP of " + whom + " for 20 s",
        bounds,
        cluster -> {
          cluster.signal(name, "STOP");
          pass(FROZEN);
        },
        cluster -> cluster.signal(name, "CONT"));
  }

  private static Fault flap(String whom, String name, Bounds bounds) {
    return new Fault(
        whom + " comes and goes every second and a half, for 20 s",
        bounds,
        cluster -> {
          for (int i = 0; i < FLAPS; i++) {
            cluster.signal(name, "STOP");
            pass(FLAP);
            cluster.signal(name, "CONT");
            pass(FLAP);
          }
        },
        cluster -> {});
  }

  private static Fault cut(String what, String name, Duration time) {
    return new Fault(
        what,
        Bounds.FEW,
        cluster -> {
          cluster.run("cut", name);
          pass(time);
        },
        cluster -> cluster.run("mend", name));
  }

  private static Fault slowArea() {
    var slow = new SlowArea();
    return new Fault(
        "an area whose provider says nothing, asked by 100 clients for 20 s",
        Bounds.FEW,
        cluster -> {
          slow.begin(cluster.address());
          pass(FROZEN);
        },
        cluster -> slow.end());
  }

  private static Fault leaving() {
    return new Fault(
        Crowd.CLIENTS + " clients that leave in the middle of requests",
        Bounds.NOTHING,
        cluster -> new Crowd(cluster).visit(),
        cluster -> new Crowd(cluster).isForgotten(List.of("n1", "n3", "n4")));
  }

  /** A fault of a node while clients are uploading to it. */
  private static Fault uploads(String what, boolean frozen) {
    var running = new AtomicReference<HalfUploads>();
    return new Fault(
        what + " a node with everything in the middle of uploads",
        Bounds.FEW,
        cluster -> {
          running.set(new HalfUploads(cluster));
          running.get().begin("n3");
          if (frozen) {
            cluster.signal("n3", "STOP");
          } else {
            cluster.run("kill", "n3");
          }
          running.get().goOn();
          pass(FROZEN);
        },
        cluster -> {
          if (frozen) {
            cluster.signal("n3", "CONT");
          } else {
            cluster.run("start", "n3");
          }
          System.out.println("the uploads: " + running.get().end());
        });
  }

  /** Keeps the load running for a time. */
  static void pass(Duration time) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    Waiting.until(time.plus(PATIENCE), () -> System.nanoTime() >= end);
  }
}
