package dev.gatehouse.bench;

import module java.base;

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
import java.lang.management.ThreadMXBean;

/**
 * The log of the embedded store at two sizes, beside an SQLite table with the same indexes through
 * the same driver. Arguments: a folder, the two sizes.
 */
public final class LogGrowth {
  private static final int BATCH = 1_000;
  private static final int INSERTS = 300;
  private static final String TIME = "LogMessage.timeStamp";
  private static final String TYPE = "LogMessage.messageType";

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Path folder;
  private final int entries;
  private final Map<String, Double> figures = new LinkedHashMap<>();

  private LogGrowth(Path folder, int entries) {
    this.folder = folder.resolve(Integer.toString(entries));
    this.entries = entries;
  }

  public static void main(String[] arguments) throws Exception {
    Logging.start(new Settings.Log("text", "warn"));
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    new LogGrowth(folder.resolve("warm-up"), 20_000).run();
    List<Map<String, Double>> sizes = new ArrayList<>();
    for (String entries : List.of(arguments).subList(1, arguments.length)) {
      sizes.add(new LogGrowth(folder, Integer.parseInt(entries)).run());
      System.out.println(sizes.getLast());
    }
    Table table = new Table("The log at two sizes", "figure", "small", "large", "large / small");
    for (Map.Entry<String, Double> row : sizes.getFirst().entrySet()) {
      double large = sizes.getLast().get(row.getKey());
      table.row(row.getKey(), text(row.getValue()), text(large), text(large / row.getValue()));
    }
    table.print();
  }

  private static String text(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }

  private EmbeddedStore open() {
    return EmbeddedStore.open(folder.resolve("ours"), true);
  }

  private Map<String, Double> run() throws Exception {
    Files.createDirectories(folder);
    var ours = new LogEntries();
    var theirs = new LogEntries();
    try (var direct = new DirectTable(folder.resolve("direct.db"))) {
      try (EmbeddedStore store = open()) {
        DocumentCommands commands = store.documents();
        var documents = new Documents(commands, new Random(1));
        new TradingLogs(documents, InstantSource.system());
        documents.createIndexes();
        double mine = millis(() -> fill(entries, list -> add(commands, list), ours));
        double its = millis(() -> fill(entries, direct::insert, theirs));
        figure("batch fill, us per entry", mine * 1_000 / entries);
        figure("batch fill, beside SQLite", mine / its);
        // Counts are made on request.
        LogQueries queries = new LogQueries(commands, direct, entries);
        for (int i = 0; i < 3; i++) {
          queries.readAll();
          Thread.sleep(300);
        }
      }
      System.gc();
      figure("start, CPU ms", cpu(() -> open().close()));
      try (EmbeddedStore store = open()) {
        DocumentCommands commands = store.documents();
        commands.findOne(TradingLogs.COLLECTION, new JsonObject().put("_id", "none"));
        LogQueries queries = new LogQueries(commands, direct, entries);
        figure("first page in the middle after a start, CPU ms", cpu(queries::middlePage));
        figure("first count of a filter after a start, CPU ms", cpu(queries::countOfFilter));
        queries.readAll();
        queries.compare(this::figure);
        compareInserts(commands, direct, ours, theirs);
        beside(store, commands, ours);
      }
    }
    delete(folder);
    return figures;
  }

  private void figure(String name, double figure) {
    figures.put(name, figure);
    System.out.printf(Locale.ROOT, "%d: %s: %.3f%n", entries, name, figure);
  }

  private interface Sink {
    void add(List<LogEntries.Entry> entries) throws Exception;
  }

  /** Work that may fail. */
  interface Work {
    void run() throws Exception;
  }

  private static void fill(int entries, Sink sink, LogEntries log) throws Exception {
    for (int i = 0; i < entries; i += BATCH) {
      sink.add(log.next(BATCH));
    }
  }

  private static void add(DocumentCommands commands, List<LogEntries.Entry> added) {
    commands.insert(
        TradingLogs.COLLECTION, added.stream().map(LogEntries.Entry::document).toList());
  }

  private void compareInserts(
      DocumentCommands commands, DirectTable direct, LogEntries ours, LogEntries theirs)
      throws Exception {
    double[] mine = new double[INSERTS];
    double[] its = new double[INSERTS];
    for (int i = 0; i < INSERTS; i++) {
      mine[i] = millis(() -> add(commands, ours.next(1)));
      its[i] = millis(() -> direct.insert(theirs.next(1)));
    }
    figure("insert, p50 ms", median(mine));
    figure("insert, beside SQLite", median(mine) / median(its));
    figure("insert, p99 ms", mine[INSERTS * 99 / 100]);
  }

  /** Inserts beside long work, compared with inserts before it. */
  private void beside(EmbeddedStore store, DocumentCommands commands, LogEntries ours)
      throws Exception {
    var old =
        new JsonObject().put("$lt", Bson.time(LogEntries.time(Math.min(entries / 2, 100_000))));
    beside(
        "retention",
        commands,
        ours,
        () -> commands.removeAll(TradingLogs.COLLECTION, new JsonObject().put(TIME, old)));
    beside(
        "an index build",
        commands,
        ours,
        () ->
            commands.index(
                TradingLogs.COLLECTION,
                new JsonObject().put(TYPE, 1).put("LogMessage.localOperationName", 1),
                new IndexOptions()));
    beside(
        "a backup",
        commands,
        ours,
        () -> EmbeddedStore.copy(folder.resolve("ours"), folder.resolve("backup")));
    if (store.trouble().isPresent()) {
      throw new IllegalStateException(store.trouble().get());
    }
  }

  private void beside(String what, DocumentCommands commands, LogEntries ours, Work work)
      throws Exception {
    double quiet = median(inserts(commands, ours, new AtomicBoolean(true)));
    var over = new AtomicBoolean();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                work.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              } finally {
                over.set(true);
              }
            });
    double[] busy = inserts(commands, ours, over);
    thread.join();
    figure("insert beside " + what + " / quiet, p50", median(busy) / quiet);
  }

  /** At least some inserts, and as many as it takes until the work is over. */
  private static double[] inserts(DocumentCommands commands, LogEntries ours, AtomicBoolean over)
      throws Exception {
    boolean bounded = over.get();
    List<Double> times = new ArrayList<>();
    while (bounded ? times.size() < 100 : !over.get()) {
      times.add(millis(() -> add(commands, ours.next(1))));
    }
    return times.stream().mapToDouble(time -> time).toArray();
  }

  static double millis(Work work) throws Exception {
    long begin = System.nanoTime();
    work.run();
    return (System.nanoTime() - begin) / 1e6;
  }

  /** The CPU of this thread, on which all reads run. */
  static double cpu(Work work) throws Exception {
    long begin = THREADS.getCurrentThreadCpuTime();
    work.run();
    return (THREADS.getCurrentThreadCpuTime() - begin) / 1e6;
  }

  static double median(double[] figures) {
    Arrays.sort(figures);
    return figures.length == 0 ? 0 : figures[figures.length / 2];
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path path : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }
}
