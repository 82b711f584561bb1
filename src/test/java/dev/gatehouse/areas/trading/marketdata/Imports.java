package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.BarsCsv;
import dev.gatehouse.areas.trading.marketdata.serving.Fold;
import dev.gatehouse.areas.trading.marketdata.serving.IndexCache;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;

/** Imports a file as the area would, and reads it back. */
public final class Imports {
  /** Small enough that a few thousand rows already sort on disk. */
  public static final ImportLimits SMALL = new ImportLimits(1_000_000, 16 << 20, 4_096);

  private Imports() {}

  public static Path load(Path upload, String symbol) throws IOException {
    return load(upload, symbol, SMALL);
  }

  public static Path load(Path upload, String symbol, ImportLimits limits) throws IOException {
    Path target = upload.resolveSibling(upload.getFileName() + ".serving");
    Importer.Format format =
        upload.toString().endsWith(".csv") ? Importer.Format.CSV : Importer.Format.PARQUET;
    long rows = new Importer(limits).load(upload, format, symbol, target).rows();
    try (ServingCopy copy = open(target)) {
      assertEquals(rows, copy.rowCount());
    }
    return target;
  }

  /**
   * Writes a copy with more bars, as a fold does.
   *
   * @return the number of rows
   */
  public static long fold(Path existing, List<Bar> added, Path target) throws IOException {
    Fold.write(existing, Bars.latest(added), target);
    try (ServingCopy copy = open(target)) {
      return copy.rowCount();
    }
  }

  /** Returns a bar of random prices, in which any optional value can be absent. */
  public static Bar randomBar(Instant time, Random random) {
    double price = random.nextInt(20_000) / 100.0;
    Double volume = random.nextBoolean() ? null : 1e9 * price;
    Long trades = random.nextBoolean() ? 7L : null;
    String exchange = new String[] {null, "IEXG", "=\"x\", y", "gatehouse.seal"}[random.nextInt(4)];
    Boolean otc = new Boolean[] {null, true, false}[random.nextInt(3)];
    double high = random.nextDouble();
    return new Bar("SPY", time, price, high, null, -price, volume, null, trades, exchange, otc);
  }

  static List<Double> prices(Bar bar) {
    return Arrays.asList(bar.open(), bar.high(), bar.low(), bar.close());
  }

  static List<Number> trades(Bar bar) {
    return Arrays.asList(bar.volume(), bar.vwap(), bar.tradeCount());
  }

  /** Creates a serving copy of bars. */
  public static Path create(Path file, String symbol, List<Bar> bars) throws IOException {
    new Importer(ImportLimits.DEFAULT).create(Bars.of(bars), symbol, file);
    return file;
  }

  public static ServingCopy open(Path file) throws IOException {
    return ServingCopy.open(file, new IndexCache(1 << 20));
  }

  /** Returns the CSV of a serving copy. */
  public static String csv(Path serving) throws IOException {
    try (ServingCopy copy = open(serving);
        BarsCsv csv = new BarsCsv(new MergedBars(copy, new Bars(0)))) {
      return new String(csv.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  public static List<Bar> bars(Path serving) throws IOException {
    try (ServingCopy copy = open(serving)) {
      return bars(copy, 0, (int) copy.rowCount());
    }
  }

  public static List<Bar> bars(ServingCopy copy, long first, int count) throws IOException {
    Bars rows = copy.read(first, count, Column.STORED);
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bars.add(rows.bar(copy.symbol(), i));
    }
    return bars;
  }
}
