package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedParquet;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.RenditionsBusyException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Serves market data with many changed rows as a Parquet file, generated from a serving copy and
 * its tail while it is read. Needs no disk space. The claim check names the data, as {@link
 * DownloadSource}.
 */
public final class MergedRendition implements Rendition {
  static final String NAME = "bars-parquet-merged";

  /** Each running download holds up to some megabytes. */
  static final int MAX_RUNNING = 8;

  private final Blobs blobs;
  private final OpenCopies copies;
  private final Semaphore running = new Semaphore(MAX_RUNNING);

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

  /**
   * Opens the whole file. Ranges are not supported, because the length of encoded row groups is not
   * known in advance.
   *
   * @throws RenditionsBusyException if too many of these downloads are running
   */
  @Override
  public InputStream open(String blob, long offset, long length) throws IOException {
    if (offset != 0) {
      throw new IndexOutOfBoundsException("ranges of generated Parquet files are not supported");
    }
    if (!running.tryAcquire()) {
      throw new RenditionsBusyException("other files are being generated");
    }
    try {
      return open(DownloadSource.parse(blob));
    } catch (IOException | RuntimeException e) {
      running.release();
      throw e;
    }
  }

  private InputStream open(DownloadSource source) throws IOException {
    OpenCopies.Loan copy = copies.lend(source.copy());
    try {
      Bars latest = Bars.latest(BarLines.bars(copy.copy().symbol(), source.latest()));
      MergedBars bars = MergedBars.of(copy.copy(), copies.bars(source.tail()).with(latest));
      return new Closing(MergedParquet.download(bars, blobs.open(source.copy())), copy);
    } catch (IOException | RuntimeException e) {
      copy.close();
      throw e;
    }
  }

  /** Stream that returns its copy and its permit when it is closed. */
  private final class Closing extends FilterInputStream {
    private final OpenCopies.Loan copy;
    private boolean closed;

    Closing(InputStream in, OpenCopies.Loan copy) {
      super(in);
      this.copy = copy;
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      running.release();
      try (copy) {
        super.close();
      }
    }
  }
}
