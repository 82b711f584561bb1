package dev.gatehouse.packaged;

import dev.gatehouse.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The faults that a cluster is to survive, one after the other under load, with what the clients'
 * own ledger says of each: {@code scripts/chaos}. Ends with 1 where a row misses its targets.
 */
public final class Chaos {
  private static final int CLIENTS = 8;
  private static final long LONGEST_MILLIS = 5_000;
  private static final double MAX_SHARE = 0.02;
  private static final Duration BEFORE = Duration.ofSeconds(5);
  private static final Duration AFTER = Duration.ofSeconds(10);
  private static final Duration FROZEN = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String AREAS =
      "access,media,trading,calendar,codehost,commerce,notifications,games,payments,site";

  private static final Map<String, Fault> FAULTS = faults();

  private final ClusterScript cluster;
  private final List<String> rows = new ArrayList<>();
  private boolean good = true;

  private Chaos(ClusterScript cluster) {
    this.cluster = cluster;
  }

  /** Something that is done to a cluster, and undone. */
  private interface Act {
    void on(ClusterScript cluster) throws Exception;
  }

  /**
   * A row of the table.
   *
   * @param loses whether some requests may fail: what is planned must fail none
   * @param bounded whether nobody may wait longer than five seconds, and few may fail: a cluster
   *     without its one store answers nothing, in time
   */
  private record Fault(String what, boolean loses, boolean bounded, Act begins, Act ends) {
    static Fault kill(String what, String name, boolean bounded) {
      return new Fault(
          what,
          true,
          bounded,
          cluster -> cluster.run("kill", name),
          cluster -> cluster.run("start", name));
    }
  }

  private static Map<String, Fault> faults() {
    Map<String, Fault> faults = new LinkedHashMap<>();
    faults.put("kill-http", Fault.kill("kill -9 of a node with http alone", "n1", true));
    faults.put("kill-areas", Fault.kill("kill -9 of a node with areas alone", "n2", true));
    faults.put("kill-both", Fault.kill("kill -9 of a node with everything", "n3", true));
    faults.put("freeze-areas", freeze("SIGSTOP of a node with areas for 20 s", "n2"));
    faults.put("freeze-both", freeze("SIGSTOP of a node with everything for 20 s", "n3"));
    faults.put("redis", Fault.kill("kill -9 of Redis, restarted", "redis", true));
    faults.put("store", Fault.kill("kill -9 of the store, restarted", "store", false));
    faults.put(
        "roll",
        new Fault("rolling restart", false, true, cluster -> cluster.run("roll"), cluster -> {}));
    return faults;
  }

  private static Fault freeze(String what, String name) {
    return new Fault(
        what,
        true,
        true,
        cluster -> {
          cluster.signal(name, "STOP");
          pass(FROZEN);
        },
        cluster -> cluster.signal(name, "CONT"));
  }

  /**
   * @param arguments a folder for the cluster, then names of rows; all without any
   */
  public static void main(String... arguments) throws Exception {
    List<String> chosen = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
    if (chosen.isEmpty()) {
      chosen.addAll(FAULTS.keySet());
    }
    for (String name : chosen) {
      if (!FAULTS.containsKey(name)) {
        System.err.println("there is no row " + name + "; there are " + FAULTS.keySet());
        System.exit(2);
      }
    }
    boolean good;
    try (var cluster = new ClusterScript(Files.createDirectories(Path.of(arguments[0])))) {
      cluster.up("n1=http", "n2=" + AREAS, "n3=all", "n4=all");
      var chaos = new Chaos(cluster);
      for (String name : chosen) {
        chaos.row(name, FAULTS.get(name));
      }
      chaos.print();
      good = chaos.good;
    }
    System.exit(good ? 0 : 1);
  }

  private void row(String name, Fault fault) throws Exception {
    String source = name + '-' + System.nanoTime();
    long begin;
    var load = new LedgerClient(cluster.address(), ClusterScript.KEY, source).begin(CLIENTS);
    try (load) {
      pass(BEFORE);
      begin = System.nanoTime();
      fault.begins().on(cluster);
      pass(AFTER);
      fault.ends().on(cluster);
      Waiting.until(PATIENCE, this::whole);
      pass(BEFORE);
    }
    int lost = load.lost().size();
    double share = load.failed() / (double) load.sent();
    boolean held =
        lost == 0
            && (fault.loses() || load.failed() == 0)
            && (!fault.bounded() || share < MAX_SHARE)
            && (!fault.bounded() || load.longestMillis() < LONGEST_MILLIS);
    good &= held;
    rows.add(
        String.format(
            Locale.ROOT,
            "| %s | %d | %d | %d %s | %.2f %% | %d | %d ms | %.1f s | %s |",
            fault.what(),
            load.sent(),
            load.answered(),
            load.failed(),
            load.kinds(),
            100 * share,
            lost,
            load.longestMillis(),
            load.recovery(begin).toMillis() / 1000.0,
            held ? "ok" : "missed"));
    System.out.println(rows.getLast());
  }

  private boolean whole() throws Exception {
    String status = cluster.run("status");
    return !status.contains("not r");
  }

  private void print() {
    System.out.println();
    System.out.println(
        "| fault | sent | answered | failed | share | lost writes | longest | last failure after | |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    rows.forEach(System.out::println);
  }

  /** Lets the load go on for a time. */
  private static void pass(Duration time) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    Waiting.until(time.plus(PATIENCE), () -> System.nanoTime() >= end);
  }
}
