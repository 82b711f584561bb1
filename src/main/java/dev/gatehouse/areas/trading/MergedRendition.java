package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedParquet;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.Rendition;
import java.io.IOException;
import java.io.InputStream;

/**
 * Serves market data with many changed rows as a Parquet file, generated from a serving copy and
 * its tail while it is read. Needs no disk space. The claim check names the data, as {@link
 * DownloadSource}.
 */
public record MergedRendition(Blobs blobs, OpenCopies copies) implements Rendition {
  static final String NAME = "bars-parquet-merged";

  /** A stream holds up to 3 MB: the added bars and a row group. A download holds 128 KB. */
  static final int WEIGHT = 24;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int weight() {
    return WEIGHT;
  }

  /**
   * Opens the whole file. Ranges are not supported, because the length of encoded row groups is not
   * known in advance.
   */
  @Override
  public InputStream open(String blob, long offset, long length) throws IOException {
    if (offset != 0) {
      throw new IndexOutOfBoundsException("ranges of generated Parquet files are not supported");
    }
    DownloadSource source = DownloadSource.parse(blob);
    return copies.stream(
        source.copy(),
        copy -> {
          Bars latest = BarLines.latest(copy.symbol(), source.latest());
          MergedBars bars = MergedBars.of(copy, copies.bars(source.tail()).with(latest));
          return MergedParquet.download(bars, blobs.open(source.copy()));
        });
  }
}
