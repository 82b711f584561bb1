package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.ParquetTail;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.formats.Sha256;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The ends of Parquet downloads of symbols with added bars. The latest ones are cached in memory.
 * They are encoded one at a time, which limits the memory needed.
 */
public final class ParquetTails {
  private static final int MAX_KEPT = 64;
  private static final long MAX_KEPT_BYTES = 4L << 20;
  private static final int TAG_BYTES = 16;

  private final OpenCopies copies;
  private final ReentrantLock turn = new ReentrantLock();

  /** Least recently used first. Guarded by itself. */
  private final Map<DownloadSource, Optional<Tail>> kept = new LinkedHashMap<>(16, 0.75f, true);

  /** Number of bytes in the cache. Guarded by the map. */
  private long keptBytes;

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
    Optional<Tail> known = find(source);
    if (known != null) {
      return known;
    }
    try (OpenCopies.Loan loan = copies.lend(source.copy())) {
      turn.lock();
      try {
        known = find(source);
        return known == null ? keep(source, encoded(loan.copy(), source)) : known;
      } finally {
        turn.unlock();
      }
    }
  }

  private Optional<ParquetTail> encoded(ServingCopy copy, DownloadSource source)
      throws IOException {
    Bars latest = Bars.latest(BarLines.bars(copy.symbol(), source.latest()));
    return ParquetTail.of(MergedBars.of(copy, copies.bars(source.tail()).with(latest)));
  }

  /** Returns the cached result, or null if it is not cached. */
  private Optional<Tail> find(DownloadSource source) {
    synchronized (kept) {
      return kept.get(source);
    }
  }

  private Optional<Tail> keep(DownloadSource source, Optional<ParquetTail> file) {
    Optional<Tail> tail = file.map(bytes -> Tail.of(source.copy(), bytes));
    synchronized (kept) {
      kept.put(source, tail);
      keptBytes += size(tail);
      Iterator<Optional<Tail>> eldest = kept.values().iterator();
      while (kept.size() > MAX_KEPT || keptBytes > MAX_KEPT_BYTES) {
        keptBytes -= size(eldest.next());
        eldest.remove();
      }
    }
    return tail;
  }

  private static long size(Optional<Tail> tail) {
    return tail.map(end -> (long) end.file().bytes().length).orElse(0L);
  }
}
