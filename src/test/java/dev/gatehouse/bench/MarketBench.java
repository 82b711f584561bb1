package dev.gatehouse.bench;

import dev.gatehouse.trading.market.Column;
import dev.gatehouse.trading.market.DuckDb;
import dev.gatehouse.trading.market.Importer;
import dev.gatehouse.trading.market.Limits;
import dev.gatehouse.trading.market.serving.BarsJson;
import dev.gatehouse.trading.market.serving.IndexCache;
import dev.gatehouse.trading.market.serving.RowRange;
import dev.gatehouse.trading.market.serving.ServingCopy;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Market data against DuckDB and parquet-hadoop, on the same files in one run: {@code MarketBench
 * [rows] [folder] [plot.png]}. Wall times are medians; trust the ratios.
 */
public final class MarketBench {
  private static final int PAGE = 500;

  private interface Page {
    double read(long offset) throws Exception;
  }

  private final int rows;
  private final Path folder;
  private final PrintStream out;
  private double checksum;

  private MarketBench(int rows, Path folder, PrintStream out) {
    this.rows = rows;
    this.folder = folder;
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000_000;
    Path folder =
        arguments.length > 1 ? Path.of(arguments[1]) : Files.createTempDirectory("market-bench");
    Path plot = arguments.length > 2 ? Path.of(arguments[2]) : folder.resolve("market-pages.png");
    new MarketBench(rows, Files.createDirectories(folder), System.out).run(plot);
  }

  private void run(Path plot) throws Exception {
    Path serving = imports();
    csv(serving);
    LinePlot.Panel byOffset = pages(serving);
    LinePlot.write(List.of(byOffset, sizes(serving)), plot);
    out.println("plot: " + plot + (checksum == 0 ? " (nothing was read)" : ""));
  }

  private Path imports() throws Exception {
    Path sorted = folder.resolve("sorted.parquet");
    Path shuffled = folder.resolve("shuffled.parquet");
    Path newest = folder.resolve("newest-first.parquet");
    Path csv = folder.resolve("sorted.csv");
    try (DuckDb duck = new DuckDb()) {
      minutes(duck, rows);
      duck.write("from bars", sorted, "format parquet, codec zstd");
      duck.write("from bars order by hash(timeUtc)", shuffled, "format parquet, codec zstd");
      duck.write("from bars order by timeUtc desc", newest, "format parquet, codec zstd");
      duck.write("from bars", csv, "format csv, header");
    }
    out.printf(Locale.ROOT, "%nimport of %,d rows, heap limited to 256 MB%n", rows);
    out.printf(
        "%-24s %10s %12s %12s %12s %12s %12s%n",
        "upload", "upload MB", "seconds", "CPU s", "rows/s", "peak heap MB", "peak RSS MB");
    Path serving = folder.resolve("serving.parquet");
    for (Path upload : List.of(sorted, newest, shuffled, csv)) {
      Path target = upload.equals(sorted) ? serving : folder.resolve("other.parquet");
      MarketChild.Result r =
          MarketChild.run("256m", "import", upload.toString(), target.toString());
      out.printf(
          Locale.ROOT,
          "%-24s %10.1f %12.2f %12.2f %,12.0f %12.0f %12.0f%n",
          upload.getFileName(),
          Files.size(upload) / 1e6,
          r.wallSeconds(),
          r.cpuSeconds(),
          rows / r.wallSeconds(),
          r.heapMb(),
          r.residentMb());
    }
    out.printf(Locale.ROOT, "serving copy: %.1f MB%n", Files.size(serving) / 1e6);
    return serving;
  }

  private void csv(Path serving) throws Exception {
    MarketChild.Result own = MarketChild.run("64m", "csv", serving.toString());
    MarketChild.Result duck = MarketChild.run("64m", "duckdb-csv", serving.toString());
    double mb = own.bytes() / 1e6;
    out.printf(
        Locale.ROOT,
        "%nwhole CSV, %.0f MB, best of 5, JVM heap limited to 64 MB, one thread%n",
        mb);
    out.printf(
        "%-24s %10s %12s %14s %12s %8s%n",
        "", "seconds", "CPU s", "MB per CPU s", "RSS MB", "ratio");
    for (var row : List.of(new Object[] {"Gatehouse", own}, new Object[] {"DuckDB COPY", duck})) {
      MarketChild.Result r = (MarketChild.Result) row[1];
      out.printf(
          Locale.ROOT,
          "%-24s %10.2f %12.2f %14.0f %12.0f %8.2f%n",
          row[0],
          r.wallSeconds(),
          r.cpuSeconds(),
          mb / r.cpuSeconds(),
          r.residentMb(),
          r.cpuSeconds() / own.cpuSeconds());
    }
  }

  private LinePlot.Panel pages(Path serving) throws Exception {
    List<LinePlot.Point> own = new ArrayList<>();
    List<LinePlot.Point> hadoop = new ArrayList<>();
    List<LinePlot.Point> duckDb = new ArrayList<>();
    out.printf(
        Locale.ROOT, "%npage of %d rows out of %,d, newest first, warm: median ms%n", PAGE, rows);
    out.printf(
        "%12s %14s %16s %12s %14s %14s%n",
        "offset", "own (JSON)", "parquet-hadoop", "DuckDB", "x hadoop", "x DuckDB");
    try (ServingCopy copy = ServingCopy.open(serving, new IndexCache(64 << 20));
        DuckDb duck = new DuckDb()) {
      BarsJson json = new BarsJson(EnumSet.allOf(Column.class));
      MarketPeers.Hadoop peer = new MarketPeers.Hadoop(serving);
      duck.run("set threads = 2");
      Page ours = offset -> own(copy, json, offset);
      Page hadoops = offset -> peer.page(rows - offset - PAGE, PAGE);
      Page ducks = offset -> MarketPeers.duckDb(duck.connection(), serving, offset, PAGE);
      random(ours, 4_000);
      random(hadoops, 60);
      for (int i = 0; i <= 10; i++) {
        long offset = (rows - PAGE) * (long) i / 10;
        double a = median(ours, offset, 51);
        double b = median(hadoops, offset, 11);
        double c = median(ducks, offset, 3);
        own.add(new LinePlot.Point(offset, a));
        hadoop.add(new LinePlot.Point(offset, b));
        duckDb.add(new LinePlot.Point(offset, c));
        out.printf(
            Locale.ROOT,
            "%,12d %14.3f %16.2f %12.1f %14.1f %14.0f%n",
            offset,
            a,
            b,
            c,
            b / a,
            c / a);
      }
      random("random offsets, own reader", ours);
    }
    return new LinePlot.Panel(
        "A page of 500 rows, by offset",
        "offset, millions of rows",
        List.of(
            new LinePlot.Line("Gatehouse", own),
            new LinePlot.Line("parquet-hadoop", hadoop),
            new LinePlot.Line("DuckDB", duckDb)));
  }

  private LinePlot.Panel sizes(Path serving) throws Exception {
    List<LinePlot.Point> own = new ArrayList<>();
    out.printf(
        Locale.ROOT,
        "%npage of %d rows at random offsets, by size of the file: median ms, own reader%n",
        PAGE);
    for (int size = rows; size >= 5_000 && size >= rows / 1_000; size /= 3) {
      Path file = size == rows ? serving : part(size);
      try (ServingCopy copy = ServingCopy.open(file, new IndexCache(64 << 20))) {
        BarsJson json = new BarsJson(EnumSet.allOf(Column.class));
        Random random = new Random(5);
        long bound = (long) size - PAGE;
        Page page = offset -> own(copy, json, offset);
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

  private Path part(int size) throws Exception {
    Path upload = folder.resolve("part.parquet");
    Path target = folder.resolve("part-" + size + ".serving");
    try (DuckDb duck = new DuckDb()) {
      minutes(duck, size);
      duck.write("from bars", upload, "format parquet, codec zstd");
    }
    new Importer(Limits.DEFAULT).load(upload, Importer.Format.PARQUET, "SPY", target);
    return target;
  }

  /** Prices in cents, and a vwap of four decimals as providers send it. */
  private static void minutes(DuckDb duck, int rows) throws Exception {
    duck.minutes(rows);
    duck.run("update bars set vwap = round(vwap, 4)");
  }

  private static double own(ServingCopy copy, BarsJson json, long offset) throws Exception {
    RowRange all = copy.between(null, null);
    return json.write(copy, all.page(offset, PAGE, true), true).length;
  }

  private void random(String name, Page page) throws Exception {
    Random random = new Random(9);
    double[] times = new double[1_001];
    for (int i = 0; i < times.length; i++) {
      times[i] = time(page, random.nextLong(rows - PAGE));
    }
    Arrays.sort(times);
    out.printf(Locale.ROOT, "%s: median %.3f ms, p99 %.3f ms%n", name, times[500], times[990]);
  }

  private void random(Page page, int times) throws Exception {
    Random random = new Random(1);
    for (int i = 0; i < times; i++) {
      checksum += page.read(random.nextLong(rows - PAGE));
    }
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
