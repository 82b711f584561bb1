package dev.gatehouse.areas.trading.marketdata.importing;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.BarSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.serving.CopySource;
import dev.gatehouse.areas.trading.marketdata.serving.IndexCache;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.areas.trading.marketdata.serving.ServingWriter;
import dev.gatehouse.areas.trading.marketdata.upload.BarCheck;
import dev.gatehouse.areas.trading.marketdata.upload.CsvUpload;
import dev.gatehouse.areas.trading.marketdata.upload.ParquetUpload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes serving copies: from an upload, or from a serving copy and more bars. Paths in, paths out;
 * the target is complete or absent (a kill leaves only temporary files beside it, named like it
 * with {@code .run} and a number). Blocking and CPU-bound; stateless, safe for concurrent use with
 * different targets.
 */
public final class Importer {
  /** The format that an upload is written in. */
  public enum Format {
    PARQUET,
    CSV
  }

  /**
   * The outcome of an import.
   *
   * @param warnings rows that were taken though their low exceeds their high or their volume is
   *     negative
   */
  public record Result(long rows, long warnings) {}

  private final ImportLimits limits;

  public Importer(ImportLimits limits) {
    this.limits = limits;
  }

  /**
   * Checks an upload and writes its serving copy.
   *
   * @throws BadMarketData when the upload will not do
   */
  public Result load(Path upload, Format format, String symbol, Path target) throws IOException {
    if (Files.size(upload) == 0) {
      throw new BadMarketData("the file is empty");
    }
    try (BarSource source = open(upload, format, symbol);
        ExternalSorter sorter = new ExternalSorter(target, symbol, limits.sortRows())) {
      long warnings = 0;
      for (Bars bars = source.next(); bars != null; bars = source.next()) {
        warnings += SuspectBarCounter.in(bars);
        sorter.add(bars);
      }
      return new Result(sorter.finish(), warnings);
    }
  }

  /** Returns how many of some bars have a low above their high, or a negative volume. */
  public static long warnings(List<Bar> bars) {
    return SuspectBarCounter.in(Bars.of(bars));
  }

  /** More rows than these are refused. */
  public long maxRows() {
    return limits.maxRows();
  }

  /**
   * Bars in ascending order of time, each time once.
   *
   * @throws BadMarketData when a bar will not do, or two are for the same time
   */
  public static Bars checked(List<Bar> bars, String symbol) {
    Bars checked = BarCheck.checked(bars, symbol);
    Bars sorted = new Bars(checked.size());
    for (int row : TimeOrder.of(checked.times(), checked.size())) {
      int last = sorted.size() - 1;
      if (last >= 0 && sorted.times()[last] == checked.times()[row]) {
        throw Duplicate.at(checked.times()[row]);
      }
      sorted.append(checked, row, 1);
    }
    return sorted;
  }

  /** A serving copy of bars alone, where a symbol has none yet; returns the number of rows. */
  public long create(List<Bar> bars, String symbol, Path target) throws IOException {
    Bars checked = BarCheck.checked(bars, symbol);
    try (ExternalSorter sorter = new ExternalSorter(target, symbol, checked.size())) {
      sorter.add(checked);
      return sorter.finish();
    }
  }

  /**
   * Writes a new serving copy with the bars of an existing one and these; a bar of the same time
   * replaces. Row groups before the first of the new bars are copied as they are. Returns the
   * number of rows.
   *
   * @throws BadMarketData when a bar will not do, or two are for the same time
   */
  public long append(Path existing, List<Bar> bars, Path target) throws IOException {
    IndexCache cache = new IndexCache(16 << 20);
    try (ServingCopy copy = ServingCopy.open(existing, cache)) {
      Path fresh = target.resolveSibling(target.getFileName() + ".run-new");
      try {
        create(bars, copy.symbol(), fresh);
        return merge(existing, copy, fresh, target, cache);
      } finally {
        Files.deleteIfExists(fresh);
      }
    }
  }

  private long merge(Path existing, ServingCopy copy, Path fresh, Path target, IndexCache cache)
      throws IOException {
    Path unfinished = target.resolveSibling(target.getFileName() + ".run-merged");
    try (ServingCopy added = ServingCopy.open(fresh, cache);
        ServingWriter writer = ServingWriter.serving(unfinished, copy.symbol())) {
      long kept = writer.copyGroupsBefore(existing, copy, added.firstTime());
      if (copy.rowCount() + added.rowCount() > limits.maxRows()) {
        throw new BadMarketData(
            "with these bars there are more than " + limits.maxRows() + " rows");
      }
      Merge.into(
          writer,
          List.of(new CopySource(copy, kept), new CopySource(added, 0)),
          Merge.SameTime.LATER_SOURCE_WINS);
      writer.finish();
      Files.move(unfinished, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      return writer.rows();
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private BarSource open(Path upload, Format format, String symbol) throws IOException {
    return switch (format) {
      case PARQUET -> ParquetUpload.open(upload, symbol, limits);
      case CSV -> CsvUpload.open(upload, symbol, limits);
    };
  }
}
