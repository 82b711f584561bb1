package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.BarsJson;
import dev.gatehouse.areas.trading.marketdata.serving.IndexCache;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;

/**
 * A page of 500 rows by offset and by size of the file: {@code MarketPageBench [rows] [folder]
 * [plot.png]}. The ratios compare readers that add up every value of every column. The cost of the
 * page's JSON is shown separately.
 */
final class MarketPageBench {
  private static final int PAGE = 500;
  private static final int INDEX_BYTES = 64 << 20;

  private interface Page {
    double read(long offset) throws Exception;
  }

  private final int rows;
  private final Path folder;
  private final PrintStream out;
  private final BarsJson json = new BarsJson(EnumSet.allOf(Column.class));
  private double checksum;

  MarketPageBench(int rows, Path folder, PrintStream out) {
    this.rows = rows;
    this.folder = folder;
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    int rows = Integer.parseInt(arguments[0]);
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    MarketPageBench bench = new MarketPageBench(rows, folder, System.out);
    bench.run(bench.made(rows), Path.of(arguments[2]));
  }

  void run(Path serving, Path plot) throws Exception {
    LinePlot.write(List.of(offsets(serving), sizes(serving)), plot);
    out.println("plot: " + plot + (checksum == 0 ? " (nothing was read)" : ""));
  }

  private LinePlot.Panel offsets(Path serving) throws Exception {
    List<LinePlot.Point> own = new ArrayList<>();
    List<LinePlot.Point> withJson = new ArrayList<>();
    List<LinePlot.Point> hadoop = new ArrayList<>();
    List<LinePlot.Point> duckDb = new ArrayList<>();
    out.printf(
        Locale.ROOT, "%npage of %d rows out of %,d, newest first, warm: median ms%n", PAGE, rows);
    out.printf(
        "%12s %10s %14s %16s %10s %10s %10s%n",
        "offset", "reader", "reader + JSON", "parquet-hadoop", "DuckDB", "x hadoop", "x DuckDB");
    try (ServingCopy copy = ServingCopy.open(serving, new IndexCache(INDEX_BYTES));
        DuckDb duck = new DuckDb()) {
      MarketPeers.Hadoop peer = new MarketPeers.Hadoop(serving);
      duck.run("set threads = 2");
      Page reader = offset -> read(copy, offset);
      Page writer = offset -> write(copy, offset);
      Page hadoops = offset -> peer.page(rows - offset - PAGE, PAGE);
      Page ducks = offset -> MarketPeers.duckDb(duck.connection(), serving, offset, PAGE);
      warm(reader, 4_000);
      warm(writer, 4_000);
      warm(hadoops, 300);
      for (int i = 0; i <= 10; i++) {
        long offset = (rows - PAGE) * (long) i / 10;
        double a = median(reader, offset, 201);
        double j = median(writer, offset, 201);
        double b = median(hadoops, offset, 51);
        double c = median(ducks, offset, 3);
        own.add(new LinePlot.Point(offset, a));
        withJson.add(new LinePlot.Point(offset, j));
        hadoop.add(new LinePlot.Point(offset, b));
        duckDb.add(new LinePlot.Point(offset, c));
        out.printf(
            Locale.ROOT,
            "%,12d %10.3f %14.3f %16.2f %10.1f %10.1f %10.0f%n",
            offset,
            a,
            j,
            b,
            c,
            b / a,
            c / a);
      }
      spread("random offsets, reader", reader);
      spread("random offsets, reader + JSON", writer);
    }
    return new LinePlot.Panel(
        "A page of 500 rows, by offset",
        "offset, millions of rows",
        List.of(
            new LinePlot.Line("Gatehouse", own),
            new LinePlot.Line("Gatehouse with JSON", withJson),
            new LinePlot.Line("parquet-hadoop", hadoop),
            new LinePlot.Line("DuckDB", duckDb)));
  }

  private LinePlot.Panel sizes(Path serving) throws Exception {
    List<LinePlot.Point> own = new ArrayList<>();
    out.printf(
        Locale.ROOT,
        "%npage of %d rows at random offsets, by size of the file: median ms, reader%n",
        PAGE);
    for (int size = rows; size >= 5_000 && size >= rows / 1_000; size /= 3) {
      Path file = size == rows ? serving : made(size);
      try (ServingCopy copy = ServingCopy.open(file, new IndexCache(INDEX_BYTES))) {
        Random random = new Random(5);
        long bound = (long) size - PAGE;
        Page page = offset -> read(copy, offset);
        for (int i = 0; i < 1_000; i++) {
          checksum += page.read(random.nextLong(bound));
        }
        double[] times = new double[301];
        for (int i = 0; i < times.length; i++) {
          times[i] = time(page, random.nextLong(bound));
        }
        Arrays.sort(times);
        own.addFirst(new LinePlot.Point(size, times[150]));
        out.printf(
            Locale.ROOT, "%,12d rows %8.1f MB %10.3f%n", size, Files.size(file) / 1e6, times[150]);
      }
    }
    return new LinePlot.Panel(
        "A page of 500 rows, by file size",
        "rows, millions",
        List.of(new LinePlot.Line("Gatehouse", own)));
  }

  private Path made(int size) throws Exception {
    Path upload = folder.resolve("part.parquet");
    Path target = folder.resolve("part-" + size + ".serving");
    try (DuckDb duck = new DuckDb()) {
      MarketBench.minutes(duck, size);
      duck.write("from bars", upload, "format parquet, codec zstd");
    }
    new Importer(ImportLimits.DEFAULT).load(upload, Importer.Format.PARQUET, "SPY", target);
    return target;
  }

  private static double read(ServingCopy copy, long offset) throws Exception {
    Bars page = copy.read(copy.rowCount() - offset - PAGE, PAGE, Column.STORED);
    double sum = 0;
    for (Column column : Column.STORED) {
      for (int i = 0; i < PAGE; i++) {
        sum += value(page, column, i);
      }
    }
    return sum;
  }

  private static double value(Bars page, Column column, int row) {
    return switch (column.kind()) {
      case NUMBER -> {
        double value = page.numbers(column)[row];
        yield Double.isNaN(value) ? 0 : value;
      }
      case TEXT -> page.texts(column)[row] == null ? 0 : 1;
      default -> {
        long value = page.longs(column)[row];
        yield value == Bars.NONE ? 0 : value;
      }
    };
  }

  private double write(ServingCopy copy, long offset) throws Exception {
    return json.write(
            new MergedBars(copy, new Bars(0)),
            copy.between(null, null).page(offset, PAGE, true),
            true)
        .length;
  }

  private void warm(Page page, int times) throws Exception {
    Random random = new Random(1);
    for (int i = 0; i < times; i++) {
      checksum += page.read(random.nextLong(rows - PAGE));
    }
  }

  private void spread(String name, Page page) throws Exception {
    Random random = new Random(9);
    double[] times = new double[1_001];
    for (int i = 0; i < times.length; i++) {
      times[i] = time(page, random.nextLong(rows - PAGE));
    }
    Arrays.sort(times);
    out.printf(Locale.ROOT, "%s: median %.3f ms, p99 %.3f ms%n", name, times[500], times[990]);
  }

  private double median(Page page, long offset, int times) throws Exception {
    double[] all = new double[times];
    for (int i = 0; i < times; i++) {
      all[i] = time(page, offset);
    }
    Arrays.sort(all);
    return all[times / 2];
  }

  private double time(Page page, long offset) throws Exception {
    long start = System.nanoTime();
    checksum += page.read(offset);
    return (System.nanoTime() - start) / 1e6;
  }
}
