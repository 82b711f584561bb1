package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.DuckDb;

/**
 * Market data against DuckDB and parquet-hadoop, on the same files in one run: {@code MarketBench
 * [rows] [folder] [plot.png]}. Wall times are medians; trust the ratios.
 */
public final class MarketBench {
  private final int rows;
  private final Path folder;
  private final PrintStream out;

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
    new MarketPageBench(rows, folder, out).run(serving, plot);
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

  /** Prices in cents, and a vwap of four decimals as providers send it. */
  static void minutes(DuckDb duck, int rows) throws Exception {
    duck.minutes(rows);
    duck.run("update bars set vwap = round(vwap, 4)");
  }
}
