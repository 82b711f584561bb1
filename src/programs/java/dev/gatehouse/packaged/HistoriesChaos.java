package dev.gatehouse.packaged;

import module java.base;

/**
 * Checks histories of a cluster under random faults: {@code scripts/chaos histories}. Exits with 1
 * if one is not linearizable, or if something was not tested.
 */
public final class HistoriesChaos {
  private static final List<String> PARTS =
      List.of("n1", "n2", "n3", "n4", "n5", "store", "haproxy", "redis");
  private static final List<String> CHECKS =
      List.of(
          SlotCheck.NAME,
          OrderCheck.NAME,
          StockCheck.NAME,
          CreationCheck.NAME,
          CodeCheck.NAME,
          KeyCheck.NAME,
          RedirectCheck.NAME,
          LeaseCheck.NAME);

  /** Nodes of a small heap. The second compiler would use most of a node's short life. */
  private static final String HEAP = "-Xmx160m -XX:TieredStopAtLevel=1";

  private static final int STARTS = 4;

  private final ClusterScript cluster;
  private final LeaseHolders holders;
  private final List<String> nodes;
  private final HistoryCheck.Nodes clients;
  private final HistoryTable table = new HistoryTable(CHECKS);
  private final String planted;
  private final Map<String, History.Planted> found = new TreeMap<>();
  private volatile boolean reported;
  private int done;
  private int wrong;
  private int odd;

  private HistoriesChaos(
      ClusterScript cluster, LeaseHolders holders, List<String> nodes, String planted) {
    this.cluster = cluster;
    this.holders = holders;
    this.nodes = nodes;
    this.planted = planted;
    this.clients = HistoryCheck.Nodes.of(cluster, nodes.size());
  }

  /**
   * @param arguments a folder for the cluster, the number of runs, the seconds of a run, the first
   *     seed, the number of nodes, and "replies", "store" or "nothing", which is planted
   */
  public static void main(String... arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    int runs = Integer.parseInt(arguments[1]);
    var lasts = Duration.ofSeconds(Long.parseLong(arguments[2]));
    long first = Long.parseLong(arguments[3]);
    List<String> nodes =
        IntStream.rangeClosed(1, Integer.parseInt(arguments[4])).mapToObj(n -> "n" + n).toList();
    List<String> missing = missing();
    var cluster = new ClusterScript(folder).withJava(HEAP);
    if (missing.isEmpty()) {
      // The clients of the nodes use these addresses.
      cluster.inNamespaces();
    }
    var holders = new LeaseHolders(cluster);
    var chaos = new HistoriesChaos(cluster, holders, nodes, arguments[5]);
    Runtime.getRuntime().addShutdownHook(new Thread(chaos::end));
    up(cluster, nodes);
    for (String node : nodes) {
      holders.start(node);
    }
    holders.await(nodes);
    try {
      for (long seed = first; seed < first + runs; seed++) {
        chaos.run(seed, lasts, missing);
      }
    } catch (Exception | AssertionError problem) {
      problem.printStackTrace(System.out);
    }
    System.exit(chaos.report() && chaos.done == runs ? 0 : 1);
  }

  /** Stops all processes. After Ctrl-C or SIGTERM, reports the runs that have ended. */
  private void end() {
    if (!reported) {
      report();
    }
    holders.close();
    try {
      cluster.close();
    } catch (IOException e) {
      System.out.println("the cluster was not stopped: " + e.getMessage());
    }
  }

  /** Starts the cluster. On a busy machine, nodes may need several times the usual patience. */
  private static void up(ClusterScript cluster, List<String> nodes) throws IOException {
    for (int i = 1; ; i++) {
      try {
        cluster.up(nodes.stream().map(name -> name + "=all").toArray(String[]::new));
        return;
      } catch (IOException notReady) {
        if (i == STARTS) {
          throw notReady;
        }
        System.out.println(notReady.getMessage());
      }
    }
  }

  /** Returns what is missing for nodes in network namespaces. */
  private static List<String> missing() {
    List<String> missing = new ArrayList<>(ClusterScript.missing());
    if (!System.getProperty("user.name").equals("root")) {
      missing.add("root");
    }
    return missing;
  }

  private void run(long seed, Duration lasts, List<String> missing) throws Exception {
    var history = new History();
    List<HistoryCheck> checks =
        List.of(
            new SlotCheck(clients, history),
            new OrderCheck(clients, history),
            new StockCheck(clients, history, seed),
            new CreationCheck(clients, history, seed),
            new CodeCheck(clients, history),
            new KeyCheck(clients, history),
            new RedirectCheck(clients, history, seed),
            new LeaseCheck(clients, history, holders));
    checks.forEach(HistoryCheck::open);
    var faults = new HistoryFaults(cluster, holders, nodes, seed, history, table, missing);
    var running = new Running(checks);
    try {
      if (planted.equals("store")) {
        new ForgetfulStore(cluster).run(lasts);
        faults.settle(nodes.size());
      } else {
        faults.run(System.nanoTime() + lasts.toNanos(), lasts.dividedBy(3));
      }
    } finally {
      running.end();
    }
    checks.forEach(HistoryCheck::close);
    judge(seed, history);
  }

  /** Clients that repeat their episodes until the faults have ended. */
  private static final class Running {
    private final List<Thread> threads;
    private volatile boolean over;

    Running(List<HistoryCheck> checks) {
      threads =
          checks.stream()
              .map(check ->
                  Thread.ofVirtual()
                      .start(() -> {
                        while (!over) {
                          check.episode();
                        }
                      }))
              .toList();
    }

    void end() {
      over = true;
      threads.forEach(HistoryCheck::join);
    }
  }

  private void judge(long seed, History history) throws IOException {
    List<History.Wrong> violations = history.wrong();
    table.add(history, violations);
    System.out.printf(
        Locale.ROOT,
        "seed %d: %d operations (%s), %d with unknown outcomes; %s: %s%n",
        seed,
        CHECKS.stream().mapToInt(history::completed).sum(),
        CHECKS.stream()
            .map(check -> check + ' ' + history.completed(check))
            .collect(Collectors.joining(", ")),
        CHECKS.stream().mapToInt(history::unknown).sum(),
        String.join(", ", history.faults()),
        violations.isEmpty() && history.odd().isEmpty() ? "right" : "WRONG");
    done++;
    wrong += violations.isEmpty() ? 0 : 1;
    odd += history.odd().size();
    if (planted.equals("replies")) {
      CHECKS.forEach(check -> found.merge(check, history.plant(check), History.Planted::plus));
    }
    if (!violations.isEmpty() || !history.odd().isEmpty()) {
      keep(seed, history, violations);
    }
  }

  /** Keeps a wrong history with its faults and the logs of all processes. */
  private void keep(long seed, History history, List<History.Wrong> violations) throws IOException {
    Path kept =
        Files.createDirectories(
            cluster.folder().resolveSibling("wrong-histories").resolve("" + seed));
    List<String> lines = new ArrayList<>(history.faults());
    violations.forEach(each -> lines.add("\n" + each.text()));
    lines.addAll(history.odd());
    Files.write(kept.resolve("history"), lines);
    for (String part : PARTS) {
      Path log = cluster.folder().resolve(part).resolve("log");
      if (Files.exists(log)) {
        Files.write(kept.resolve(part + ".log"), Files.readAllBytes(log));
      }
    }
    violations.forEach(each -> System.out.println(each.text()));
    history.odd().forEach(System.out::println);
    System.out.println("kept in " + kept);
  }

  private boolean report() {
    reported = true;
    table.print();
    if (planted.equals("store")) {
      System.out.printf(
          Locale.ROOT, "the lost writes were found in %d of %d histories%n", wrong, done);
      return wrong == done;
    }
    found.forEach((check, replies) ->
        System.out.printf(
            Locale.ROOT,
            "%s: %d of %d replaced replies make a history wrong%n",
            check,
            replies.found(),
            replies.replaced()));
    boolean all = found.values().stream().allMatch(replies -> replies.found() > 0);
    List<String> gaps = table.gaps();
    gaps.forEach(gap -> System.out.println("not tested: " + gap));
    System.out.printf(
        Locale.ROOT,
        "%d of %d histories are wrong, %d replies contradict the contract, %d gaps%n",
        wrong,
        done,
        odd,
        gaps.size());
    return wrong == 0 && odd == 0 && gaps.isEmpty() && all;
  }
}
