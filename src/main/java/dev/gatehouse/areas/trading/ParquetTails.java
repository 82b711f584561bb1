package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.ParquetTail;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.formats.Sha256;

/**
 * The ends of Parquet downloads of symbols with added bars. The latest ones are cached in memory.
 * They are encoded one at a time, which limits the memory needed.
 */
public final class ParquetTails {
  private static final long MAX_KEPT_BYTES = 4L << 20;

  /** Memory of an entry besides its bytes: its key names all added bars. */
  private static final long OVERHEAD_BYTES = 64L << 10;

  private static final int TAG_BYTES = 16;

  private final OpenCopies copies;
  private final ReentrantLock turn = new ReentrantLock();

  private final MemoryCache<DownloadSource, Optional<Tail>> kept =
      MemoryCache.ofWeight(MAX_KEPT_BYTES, ParquetTails::size);

  /**
   * The end of a file.
   *
   * @param tag strong entity tag of the whole file
   */
  record Tail(ParquetTail file, String tag) {
    static Tail of(String copy, ParquetTail file) {
      return new Tail(file, Sha256.hex(copy + '\n' + Sha256.hex(file.bytes()), TAG_BYTES));
    }
  }

  public ParquetTails(OpenCopies copies) {
    this.copies = copies;
  }

  /**
   * Returns the end of the file that contains a copy and its tail. Blocks.
   *
   * @return empty if it is too large for memory
   * @throws java.nio.file.NoSuchFileException if the copy is deleted
   */
  Optional<Tail> of(DownloadSource source) throws IOException {
    Optional<Tail> known = kept.find(source);
    if (known != null) {
      return known;
    }
    try (OpenCopies.Loan loan = copies.lend(source.copy())) {
      turn.lock();
      try {
        known = kept.find(source);
        return known == null ? keep(source, encoded(loan.copy(), source)) : known;
      } finally {
        turn.unlock();
      }
    }
  }

  private Optional<ParquetTail> encoded(ServingCopy copy, DownloadSource source)
      throws IOException {
    Bars latest = BarLines.latest(copy.symbol(), source.latest());
    return ParquetTail.of(MergedBars.of(copy, copies.bars(source.tail()).with(latest)));
  }

  private Optional<Tail> keep(DownloadSource source, Optional<ParquetTail> file) {
    Optional<Tail> tail = file.map(bytes -> Tail.of(source.copy(), bytes));
    kept.put(source, tail);
    return tail;
  }

  private static long size(Optional<Tail> tail) {
    return OVERHEAD_BYTES + tail.map(end -> (long) end.file().bytes().length).orElse(0L);
  }
}
