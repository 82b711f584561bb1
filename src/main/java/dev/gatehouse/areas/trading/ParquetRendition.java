package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.serving.ParquetTail;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.ChannelRange;
import dev.gatehouse.store.blobs.Rendition;

/**
 * Serves market data with added bars as a Parquet file: the stored bytes of the serving copy and an
 * end from memory. Needs no disk space. The claim check names the entity tag and the data.
 */
public record ParquetRendition(Blobs blobs, ParquetTails tails) implements Rendition {
  static final String NAME = "bars-parquet";

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
    return tails
        .of(source)
        .filter(tail -> tail.tag().equals(tag))
        .orElseThrow(() -> new IOException("another release encoded the end of the file"))
        .file();
  }
}
