package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.areas.trading.TradingLogs;
import dev.gatehouse.node.logging.Logging;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.lang.management.ManagementFactory;

/**
 * The embedded store's targets, measured in process as a node uses it. They cover inserts compared
 * with SQLite, bytes written, the file after churn, look-ups, pages, counts, readers during a long
 * delete, and opening after a kill. Arguments: a folder, the number of log entries (default
 * 100000).
 */
public final class StoreTargets {
  private static final int BATCH = 500;
  private static final int ROUNDS = 9;
  private static final double TURN_SECONDS = 2;
  private static final int MANY = 16;
  private static final int LOOKUPS = 20_000;
  private static final int PAGE = 50;
  private static final int RUNS = 21;

  /** So that a hundred thousand entries stand for 500 MB. */
  private static final int ENTRIES_PER_MEGABYTE = 200;

  private static final String PLAIN = "plain";
  private static final String TIME = "LogMessage.timeStamp";

  private final Path folder;
  private final int entries;
  private final AtomicLong inserted = new AtomicLong();
  private final Table table =
      new Table("The embedded store", "what", "measured", "target", "verdict");

  private StoreTargets(Path folder, int entries) {
    this.folder = folder;
    this.entries = entries;
  }

  public static void main(String[] arguments) throws Exception {
    Logging.start(new Settings.Log("text", "warn"));
    int entries = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    var targets = new StoreTargets(folder, entries);
    targets.inserts();
    targets.churn();
    targets.pages();
    targets.opening();
    targets.table.print();
  }

  private EmbeddedStore open(String name) {
    return EmbeddedStore.open(folder.resolve(name), true);
  }

  private void row(String what, double measured, double target, String unit, boolean atMost) {
    boolean met = atMost ? measured <= target : measured >= target;
    String sign = atMost ? "at most " : "at least ";
    String figure = String.format(Locale.ROOT, "%.2f %s", measured, unit);
    table.row(
        what,
        figure,
        sign + String.format(Locale.ROOT, "%s %s", target, unit),
        met ? "ok" : "missed");
    System.out.println(what + ": " + figure);
  }

  private void inserts() throws Exception {
    var ours = new LogEntries();
    var theirs = new LogEntries();
    try (EmbeddedStore store = open("log");
        var direct = new DirectTable(folder.resolve("direct.db"))) {
      DocumentCommands commands = store.documents();
      var documents = new Documents(commands, new Random(1));
      new TradingLogs(documents, InstantSource.system());
      documents.createIndexes();
      for (int i = 0; i < entries; i += BATCH) {
        add(commands, ours.next(BATCH));
        direct.insert(theirs.next(BATCH));
      }
      compare(1, () -> add(commands, ours.next(1)), () -> direct.insert(theirs.next(1)));
      compare(MANY, () -> add(commands, ours.next(1)), () -> direct.insert(theirs.next(1)));
      lookups(commands);
    }
  }

  private static void add(DocumentCommands commands, List<LogEntries.Entry> added) {
    commands.insert(
        TradingLogs.COLLECTION, added.stream().map(LogEntries.Entry::document).toList());
  }

  /** In turns, so that what else the machine does falls on both; the median of the rounds. */
  private void compare(int writers, Runnable ours, Runnable theirs) throws Exception {
    double[] ratios = new double[ROUNDS];
    double[] rates = new double[ROUNDS];
    long bytes = 0;
    long count = 0;
    rate(writers, ours);
    rate(writers, theirs);
    for (int round = 0; round < ROUNDS; round++) {
      long before = written();
      long first = inserted.get();
      rates[round] = rate(writers, ours);
      bytes += written() - before;
      count += inserted.get() - first;
      ratios[round] = rates[round] / rate(writers, theirs);
    }
    String who = writers == 1 ? "1 writer" : writers + " writers";
    System.out.printf(Locale.ROOT, "%s: %.0f inserts/s%n", who, median(rates));
    row("fsynced inserts beside SQLite, " + who, median(ratios), 0.8, "x", false);
    row("written for an insert, " + who, bytes / 1024.0 / count, 64, "KB", true);
  }

  private double rate(int writers, Runnable insert) throws InterruptedException {
    var over = new AtomicBoolean();
    long first = inserted.get();
    long start = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                while (!over.get()) {
                  insert.run();
                  inserted.incrementAndGet();
                }
              }));
    }
    Thread.sleep((long) (TURN_SECONDS * 1_000));
    over.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    return (inserted.get() - first) * 1e9 / (System.nanoTime() - start);
  }

  /** Bytes that this process has caused to be written to the disk. */
  private static long written() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/io"))) {
      if (line.startsWith("write_bytes: ")) {
        return Long.parseLong(line.substring(13));
      }
    }
    return 0;
  }

  /** Writes seven times as many entries as remain, as under a retention, in a separate file. */
  private void churn() throws IOException {
    var log = new LogEntries();
    try (EmbeddedStore store = open("churn")) {
      DocumentCommands commands = store.documents();
      var documents = new Documents(commands, new Random(1));
      new TradingLogs(documents, InstantSource.system());
      documents.createIndexes();
      while (log.count() < 7 * entries) {
        for (int i = 0; i < entries / 2; i += BATCH) {
          add(commands, log.next(BATCH));
        }
        var old = new JsonObject().put("$lt", Bson.time(LogEntries.time(log.count() - entries)));
        commands.removeAll(TradingLogs.COLLECTION, new JsonObject().put(TIME, old));
      }
      Path compact = folder.resolve("compact");
      EmbeddedStore.copy(folder.resolve("churn"), compact);
      double live = EmbeddedStore.bytes(compact);
      row(
          "file after " + 7 * entries + " inserts, to what stays",
          store.fileBytes() / live,
          3,
          "x",
          true);
      var all =
          new JsonObject().put(TIME, new JsonObject().put("$gt", Bson.time(LogEntries.time(0))));
      double counting = millis(() -> commands.count(TradingLogs.COLLECTION, all));
      row("count of " + entries, counting, 20, "ms", true);
    }
  }

  private void lookups(DocumentCommands commands) {
    List<String> ids =
        commands.find(TradingLogs.COLLECTION, new JsonObject(), new JsonObject(), 0, 2_000).stream()
            .map(document -> document.getString("_id"))
            .toList();
    var threads = ManagementFactory.getThreadMXBean();
    for (int i = 0; i < LOOKUPS; i++) {
      find(commands, TradingLogs.COLLECTION, ids.get(i % ids.size()));
    }
    long before = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < LOOKUPS; i++) {
      find(commands, TradingLogs.COLLECTION, ids.get(i % ids.size()));
    }
    double micros = (threads.getCurrentThreadCpuTime() - before) / 1e3 / LOOKUPS;
    row("CPU of a look-up by _id", micros, 30, "us", true);
  }

  private static void find(DocumentCommands commands, String collection, String id) {
    if (commands.findOne(collection, new JsonObject().put("_id", id)).isEmpty()) {
      throw new IllegalStateException(id + " is lost");
    }
  }

  private void pages() throws Exception {
    int all = 6 * entries;
    var log = new LogEntries();
    try (EmbeddedStore store = open(PLAIN)) {
      DocumentCommands commands = store.documents();
      commands.index(PLAIN, byTime(), new IndexOptions());
      for (int i = 0; i < all; i += BATCH) {
        commands.insert(PLAIN, log.next(BATCH).stream().map(LogEntries.Entry::document).toList());
      }
      int[] skips = {0, entries / 2, 5 * entries};
      double[] targets = {2, 10, 80};
      for (int i = 0; i < skips.length; i++) {
        int skip = skips[i];
        double page = millis(() -> commands.find(PLAIN, new JsonObject(), byTime(), skip, PAGE));
        row("page of 50 at " + skip, page, targets[i], "ms", true);
      }
      readersBesideADelete(commands);
    }
  }

  private static JsonObject byTime() {
    return new JsonObject().put(TIME, 1).put("_id", 1);
  }

  private void readersBesideADelete(DocumentCommands commands) throws InterruptedException {
    var over = new AtomicBoolean();
    var longest = new AtomicLong();
    Thread reader =
        Thread.ofPlatform()
            .start(() -> {
              while (!over.get()) {
                long begin = System.nanoTime();
                commands.find(PLAIN, new JsonObject(), byTime(), 0, PAGE);
                longest.accumulateAndGet(System.nanoTime() - begin, Math::max);
              }
            });
    var old = new JsonObject().put("$lt", Bson.time(LogEntries.time(2 * entries)));
    commands.removeAll(PLAIN, new JsonObject().put(TIME, old));
    over.set(true);
    reader.join();
    row("longest page while " + 2 * entries + " are deleted", longest.get() / 1e6, 50, "ms", true);
  }

  private void opening() throws Exception {
    Path store = folder.resolve("killed");
    Process child =
        ChildJvm.start(
            Map.of(),
            List.of("-Xmx256m"),
            KilledStore.class,
            store.toString(),
            Integer.toString(entries / ENTRIES_PER_MEGABYTE));
    BufferedReader said = child.inputReader();
    String line = said.readLine();
    while (line != null && !line.equals(KilledStore.FILLED)) {
      line = said.readLine();
    }
    child.destroyForcibly().waitFor();
    long begin = System.nanoTime();
    try (EmbeddedStore opened = open("killed")) {
      find(opened.documents(), "c", "id0");
      double millis = (System.nanoTime() - begin) / 1e6;
      row(
          "opening " + opened.fileBytes() / 1_000_000 + " MB after a kill",
          millis,
          500,
          "ms",
          true);
    }
  }

  /** The median of some runs. */
  private static double millis(Runnable work) {
    double[] times = new double[RUNS];
    for (int i = 0; i < times.length; i++) {
      long begin = System.nanoTime();
      work.run();
      times[i] = (System.nanoTime() - begin) / 1e6;
    }
    return median(times);
  }

  private static double median(double[] figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
