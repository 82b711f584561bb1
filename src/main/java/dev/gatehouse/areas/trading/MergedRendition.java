package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedParquet;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.Rendition;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Serves market data with many changed rows as a Parquet file, generated from a serving copy and
 * its tail while it is read. Needs no disk space. The claim check names the data, as {@link
 * DownloadSource}.
 */
public final class MergedRendition implements Rendition {
  static final String NAME = "bars-parquet-merged";

  /** A stream holds up to 3 MB: the added bars and a row group. A download holds 128 KB. */
  static final int WEIGHT = 24;

  private final Blobs blobs;
  private final OpenCopies copies;

  public MergedRendition(Blobs blobs, OpenCopies copies) {
    this.blobs = blobs;
    this.copies = copies;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Path> file(String blob, long offset, long length) {
    return Optional.empty();
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
    OpenCopies.Loan copy = copies.lend(source.copy());
    try {
      Bars latest = Bars.latest(BarLines.bars(copy.copy().symbol(), source.latest()));
      MergedBars bars = MergedBars.of(copy.copy(), copies.bars(source.tail()).with(latest));
      return new FilterInputStream(MergedParquet.download(bars, blobs.open(source.copy()))) {
        @Override
        public void close() throws IOException {
          try (copy) {
            super.close();
          }
        }
      };
    } catch (IOException | RuntimeException e) {
      copy.close();
      throw e;
    }
  }
}
