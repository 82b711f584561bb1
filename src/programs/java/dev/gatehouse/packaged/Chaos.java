package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

/**
 * Applies the faults that a cluster must survive, one after the other under load, and compares each
 * with the clients' ledger: {@code scripts/chaos}. Exits with 1 if a row misses its targets.
 */
public final class Chaos {
  private static final int CLIENTS = 8;
  private static final int CONNECTIONS = 1_000;
  private static final long LONGEST_MILLIS = 5_000;
  private static final double MAX_SHARE = 0.02;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration BEFORE = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String RACES = "races";
  private static final String JOB = "job";
  private static final String HALVES = "cut-letters";
  private static final String AREAS = areas();

  private final ClusterScript cluster;
  private final ScriptedSmtp mail;
  private final SilentMarketplace marketplace;
  private final Buyers buyers;
  private final List<String> rows = new ArrayList<>();
  private boolean good = true;

  private Chaos(
      ClusterScript cluster, ScriptedSmtp mail, SilentMarketplace marketplace, Buyers buyers) {
    this.cluster = cluster;
    this.mail = mail;
    this.marketplace = marketplace;
    this.buyers = buyers;
  }

  /** The areas of the shipped verticles.json, without the node area. */
  private static String areas() {
    try (InputStream in = Chaos.class.getResourceAsStream("/conf/verticles.json")) {
      var plan = new JsonObject(Buffer.buffer(in.readAllBytes()));
      return plan.fieldNames().stream()
          .filter(name -> !Set.of("http", "node").contains(name))
          .collect(Collectors.joining(","));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param arguments a folder for the cluster, then names of rows; no names run all rows
   */
  public static void main(String... arguments) throws Exception {
    boolean root = System.getProperty("user.name").equals("root");
    Map<String, Fault> faults = Fault.all();
    String other = System.getenv("CHAOS_OTHER");
    if (other != null) {
      faults.put("releases", Fault.releases(Path.of(other).toAbsolutePath()));
    }
    if (!root) {
      faults.keySet().removeIf(name -> name.startsWith("cut"));
    }
    // The job comes first, because it is due when nodes start, and then only after an hour.
    Set<String> known = new LinkedHashSet<>(List.of(JOB, RACES));
    known.addAll(faults.keySet());
    if (root) {
      known.add(HALVES);
    }
    List<String> chosen = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
    if (!known.containsAll(chosen)) {
      System.err.println("there are the rows " + known);
      System.exit(2);
    }
    if (chosen.isEmpty()) {
      chosen.addAll(known);
    }
    boolean good;
    try (var silent = new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress());
        var mail = new ScriptedSmtp();
        var marketplace = new SilentMarketplace();
        var cluster = new ClusterScript(Files.createDirectories(Path.of(arguments[0])));
        var buyers = new Buyers(cluster)) {
      if (root) {
        cluster.withOwnAddresses();
      }
      marketplace
          .askedBy(cluster)
          .mailingTo(mail)
          .with("CODEHOST_URL", "http://127.0.0.1:" + silent.getLocalPort())
          .with("CODEHOST_USER", "somebody")
          .up("n1=http", "n2=" + AREAS, "n3=all", "n4=all");
      buyers.open();
      var chaos = new Chaos(cluster, mail, marketplace, buyers);
      for (String name : chosen) {
        chaos.row(name, faults.get(name));
      }
      chaos.alone("the shop's orders, after all of this", chaos::books);
      chaos.print();
      good = chaos.good;
    }
    System.exit(good ? 0 : 1);
  }

  private void row(String name, Fault fault) throws Exception {
    switch (name) {
      case RACES -> alone("two nodes racing for slot, code, stock, ban", this::races);
      case JOB -> alone("kill -9 of the nodes that hand a letter over and do a job", this::job);
      case HALVES -> alone("letters that both halves of a cut cluster are given", this::halves);
      default -> under(name + "-" + System.nanoTime(), fault);
    }
  }

  /** A trial that checks itself and returns its findings. */
  private interface Trial {
    String run() throws Exception;
  }

  private void alone(String what, Trial trial) throws Exception {
    String found;
    boolean held = true;
    try {
      found = trial.run();
    } catch (AssertionError e) {
      held = false;
      found = e.getMessage();
    }
    good &= held;
    add("| %s | %s | | | | | | | %s |", what, found, held ? "ok" : "missed");
  }

  private String races() throws Exception {
    var races = new Races(cluster, "n3", "n4");
    races.slots();
    races.dailyCodes();
    races.stock();
    Duration known = races.bans(List.of("n1", "n3", "n4"));
    assertTrue(known.compareTo(SECOND) <= 0, "a ban was known after " + known.toMillis() + " ms");
    return "exactly as many won as may, and every node knew a ban after "
        + known.toMillis()
        + " ms";
  }

  private String job() throws Exception {
    var races = new Races(cluster, "n1", "n3", "n4");
    Duration moved = races.letterThatMoves(mail, "a letter of " + System.nanoTime());
    Duration job = races.jobThatMoves(marketplace);
    races.noJobRunsTwice();
    assertEquals(SilentMarketplace.ofOneRun(), marketplace.answered(), "runs of the job");
    return String.format(
        Locale.ROOT,
        "another took over after %.1f and %.1f s, each once",
        moved.toMillis() / 1e3,
        job.toMillis() / 1e3);
  }

  /**
   * The two partitions cannot reach each other, and both enqueue emails. Only one node sends them.
   */
  private String halves() throws Exception {
    var races = new Races(cluster, "n3", "n4");
    cluster.run("cut", "n3");
    List<String> letters;
    try {
      Fault.pass(Fault.LASTS);
      letters = races.letters();
      Waiting.until(
          PATIENCE, () -> letters.stream().allMatch(words -> Races.mailed(mail, words) > 0));
      races.noJobRunsTwice();
    } finally {
      cluster.run("mend", "n3");
    }
    Waiting.until(PATIENCE, this::whole);
    Fault.pass(Fault.LASTS);
    letters.forEach(words -> assertEquals(1, Races.mailed(mail, words), words));
    return letters.size() + " letters, each mailed once before the cut was mended";
  }

  /** A job settles payments that were interrupted by a crash. */
  private String books() throws Exception {
    Waiting.until(PATIENCE, this::whole);
    long end = System.nanoTime() + 2 * PATIENCE.toNanos();
    Map<String, Integer> wrong = buyers.wrong();
    while (!wrong.isEmpty() && System.nanoTime() < end) {
      Fault.pass(SECOND);
      wrong = buyers.wrong();
    }
    assertEquals(Map.of(), wrong);
    assertTrue(buyers.paid() > 0, "nobody has bought anything");
    return buyers.paid() + " were paid, once each: provider, shop and shelf agree";
  }

  private void under(String source, Fault fault) throws Exception {
    long begin;
    int paid = buyers.paid();
    var load =
        new LedgerClient(cluster.address(), ClusterScript.KEY, source)
            .begin(CLIENTS)
            .beside(buyers::buy);
    try (load) {
      Fault.pass(BEFORE);
      begin = System.nanoTime();
      fault.begins().on(cluster);
      Fault.pass(Fault.LASTS);
      fault.ends().on(cluster);
      Waiting.until(PATIENCE, this::whole);
      Fault.pass(BEFORE);
    }
    int lost = load.lost().size() + buyers.lost();
    double share = load.failed() / (double) load.sent();
    boolean held =
        lost == 0
            && buyers.paid() > paid
            && switch (fault.bounds()) {
              case NOTHING -> load.failed() == 0;
              case FEW -> share < MAX_SHARE && load.longestMillis() < LONGEST_MILLIS;
              case IN_TIME -> load.longestMillis() < LONGEST_MILLIS;
            };
    good &= held;
    add(
        "| %s | %d | %d | %d %s | %.2f %% | %d | %d ms | %.1f s | %s |",
        fault.what(),
        load.sent(),
        load.answered(),
        load.failed(),
        load.kinds(),
        100 * share,
        lost,
        load.longestMillis(),
        load.recovery(begin).toMillis() / 1e3,
        held ? "ok" : "missed");
  }

  private void add(String format, Object... fields) {
    rows.add(String.format(Locale.ROOT, format, fields));
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
}
