package dev.gatehouse.hostile;

import module java.base;

/**
 * Attacks a node with hostile clients while witnesses use it: {@code scripts/chaos edge}. Exits
 * with 1 if an attack misses a target.
 */
public final class EdgeChaos implements AutoCloseable {
  private static final List<Integer> ADDRESSES = List.of(1, 12, 200);
  private static final Duration BASELINE = Duration.ofSeconds(20);
  private static final Duration WARM_UP = Duration.ofSeconds(10);

  private final Path folder;
  private final Duration time;
  private final SourceAddresses addresses = new SourceAddresses();
  private final Map<Boolean, AttackResult> baselines = new HashMap<>();
  private AttackedNode node;
  private AttackTargets targets;
  private boolean tls;
  private int started;
  private int done;
  private final List<String> missed = new ArrayList<>();
  private final long begun = System.nanoTime();

  private EdgeChaos(Path folder, Duration time) {
    this.folder = folder;
    this.time = time;
  }

  /**
   * @param arguments an empty folder, the seconds of each attack, then names of rows (all if none)
   *     and numbers of addresses (1, 12 and 200 if none)
   */
  public static void main(String... arguments) throws Exception {
    Set<String> known = new LinkedHashSet<>();
    Arrays.stream(AttackKind.values()).map(AttackKind::row).forEach(known::add);
    known.add(AttackPlan.MIXED);
    known.add(KeptConnections.ROW);
    Set<String> chosen = new LinkedHashSet<>();
    Set<Integer> counts = new LinkedHashSet<>();
    for (String argument : List.of(arguments).subList(2, arguments.length)) {
      if (known.contains(argument)) {
        chosen.add(argument);
      } else if (argument.matches("[1-9][0-9]{0,2}")) {
        counts.add(Integer.valueOf(argument));
      } else {
        System.err.println("there are the rows " + known + ", and numbers of addresses up to 999");
        System.exit(2);
      }
    }
    boolean good;
    try (var chaos =
        new EdgeChaos(Path.of(arguments[0]), Duration.ofSeconds(Integer.parseInt(arguments[1])))) {
      System.out.println(AttackResult.HEADER);
      chaos.runAll(
          chosen.isEmpty() ? known : chosen, counts.isEmpty() ? ADDRESSES : List.copyOf(counts));
      good = chaos.summarize();
    }
    System.exit(good ? 0 : 1);
  }

  private void runAll(Set<String> rows, List<Integer> counts) throws Exception {
    for (boolean secure : List.of(false, true)) {
      for (String row : rows) {
        for (int count : row.equals(KeptConnections.ROW) ? List.<Integer>of() : counts) {
          attempt(row, count, secure);
        }
      }
      if (rows.contains(KeptConnections.ROW) && !secure) {
        attempt(KeptConnections.ROW, 0, false);
      }
    }
  }

  /** Runs a row. If it cannot be completed, it counts as missed and the others still run. */
  private void attempt(String row, int count, boolean secure) throws IOException {
    String name = count == 0 ? row : row + ' ' + count;
    try {
      if (count == 0) {
        keepConnections();
      } else {
        attack(row, count, secure);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    } catch (Exception failed) {
      System.out.println("| " + name + " could not be completed: " + failed);
      done++;
      missed.add(name + ": not completed");
      close();
    }
  }

  private void keepConnections() throws Exception {
    if (node == null || !node.alive() || tls) {
      restart(false);
    }
    try (var kept = new KeptConnections(node.address(), addresses)) {
      done++;
      if (!kept.run(AttackTargets.LIST)) {
        missed.add(KeptConnections.ROW + ": refused");
      }
    }
  }

  /** Prints one line about all rows. Returns whether all targets are met. */
  private boolean summarize() {
    System.out.printf(
        Locale.ROOT,
        "%n%d rows in %d s: %s%n",
        done,
        Duration.ofNanos(System.nanoTime() - begun).toSeconds(),
        missed.isEmpty()
            ? "all targets met"
            : missed.size() + " missed a target (" + String.join("; ", missed) + ')');
    return missed.isEmpty();
  }

  /** Runs a row, unless it needs the other kind of node. */
  private void attack(String row, int count, boolean secure) throws Exception {
    if (AttackPlan.of(row, count, targets).tls() != secure) {
      return;
    }
    if (node == null || !node.alive() || tls != secure) {
      restart(secure);
    }
    AttackPlan plan = AttackPlan.of(row, count, targets);
    AttackResult result = new AttackRun(node, addresses).run(plan, time);
    AttackResult baseline = baselines.get(secure);
    done++;
    List<String> targetsMissed = result.missed(baseline);
    if (!targetsMissed.isEmpty()) {
      missed.add(row + ' ' + count + ": " + String.join(", ", targetsMissed));
    }
    print(result, baseline);
    if (result.after() == null) {
      // The next attack needs a node that responds.
      node.close();
    }
  }

  private void restart(boolean secure) throws Exception {
    close();
    tls = secure;
    node = new AttackedNode(Files.createDirectories(folder.resolve("node" + started)), tls);
    started++;
    targets = NodeContent.fill(node);
    new AttackRun(node, addresses).run(AttackPlan.warmUp(tls, targets), WARM_UP);
    var quiet = new AttackPlan(tls ? "none, with TLS" : "none", List.of(), 0, targets);
    AttackResult baseline = new AttackRun(node, addresses).run(quiet, BASELINE);
    if (baselines.putIfAbsent(tls, baseline) == null) {
      print(baseline, baseline);
    }
  }

  private void print(AttackResult result, AttackResult baseline) {
    System.out.println(result.row(baseline));
    if (result.ended()) {
      node.lastLines().forEach(line -> System.out.println("  " + line));
    }
  }

  @Override
  public void close() throws IOException {
    if (node != null) {
      node.close();
      node = null;
    }
  }
}
