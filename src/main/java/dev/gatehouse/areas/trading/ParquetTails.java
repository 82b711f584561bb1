package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.MarketDownloads.DownloadSource;
import dev.gatehouse.areas.trading.marketdata.serving.ParquetTail;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.ChannelRange;
import dev.gatehouse.store.blobs.Rendition;

/**
 * Serves market data with added bars as a Parquet file: the stored bytes of the serving copy and an
 * end from memory. Needs no disk space. The claim check names the entity tag and the data. The
 * latest ends are cached. They are encoded one at a time, which limits the memory needed.
 */
public record ParquetTails(
    Blobs blobs, OpenCopies copies, MemoryCache<DownloadSource, Optional<Tail>> kept)
    implements Rendition {
  static final String NAME = "bars-parquet";

  private static final long MAX_KEPT_BYTES = 4L << 20;

  /** Memory of an entry besides its bytes: its key names all added bars. */
  private static final long OVERHEAD_BYTES = 64L << 10;

  private static final int TAG_BYTES = 16;

  record Tail(ParquetTail file, String tag) {
    static Tail of(String copy, ParquetTail file) {
      return new Tail(file, Sha256.hex(copy + '\n' + Sha256.hex(file.bytes()), TAG_BYTES));
    }
  }

  static ParquetTails of(Blobs blobs, OpenCopies copies) {
    return new ParquetTails(
        blobs, copies, MemoryCache.ofWeight(MAX_KEPT_BYTES, ParquetTails::size));
  }

  /** Returns the end of the file; empty if it is too large for memory. Blocks. */
  Optional<Tail> of(DownloadSource source) throws IOException {
    Optional<Tail> known = kept.find(source);
    if (known != null) {
      return known;
    }
    try (OpenCopies.Loan loan = copies.lend(source.copy())) {
      synchronized (kept) {
        known = kept.find(source);
        return known == null
            ? keep(source, ParquetTail.of(copies.merged(loan.copy(), source)))
            : known;
      }
    }
  }

  private Optional<Tail> keep(DownloadSource source, Optional<ParquetTail> file) {
    Optional<Tail> tail = file.map(bytes -> Tail.of(source.copy(), bytes));
    kept.put(source, tail);
    return tail;
  }

  private static long size(Optional<Tail> tail) {
    return OVERHEAD_BYTES + tail.map(end -> (long) end.file().bytes().length).orElse(0L);
  }

  /** Returns the name of a file in claim checks. */
  static String text(String tag, DownloadSource source) {
    return tag + '\n' + source.text();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public InputStream open(String blob, long offset, long length) throws IOException {
    int end = blob.indexOf('\n');
    DownloadSource source = DownloadSource.parse(blob.substring(end + 1));
    ParquetTail tail = tail(source, blob.substring(0, end));
    Objects.checkFromIndexSize(offset, length, tail.size());
    long stored = Math.clamp(tail.kept() - offset, 0, length);
    int from = (int) Math.max(0, offset - tail.kept());
    InputStream added =
        new ByteArrayInputStream(tail.bytes(), from, Math.toIntExact(length - stored));
    if (stored == 0) {
      return added;
    }
    return new SequenceInputStream(
        ChannelRange.open(blobs.open(source.copy()), offset, stored), added);
  }

  /** Returns the end of the file. A node of another release may encode it differently. */
  private ParquetTail tail(DownloadSource source, String tag) throws IOException {
    return of(source)
        .filter(tail -> tail.tag().equals(tag))
        .orElseThrow(() -> new IOException("another release encoded the end of the file"))
        .file();
  }
}
