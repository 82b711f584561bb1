package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.BarsCsv;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.store.blobs.Rendition;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Serves market data as CSV, generated from a serving copy and its tail while it is read. The claim
 * check names both, as {@link DownloadSource}.
 */
public final class CsvRendition implements Rendition {
  static final String NAME = "bars-csv";

  private final OpenCopies copies;

  public CsvRendition(OpenCopies copies) {
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
   * Opens the whole text. Ranges are not supported, because the position of a byte in the text is
   * not known in advance.
   */
  @Override
  public InputStream open(String blob, long offset, long length) throws IOException {
    if (offset != 0) {
      throw new IndexOutOfBoundsException("ranges of CSV are not supported");
    }
    DownloadSource source = DownloadSource.parse(blob);
    OpenCopies.Loan copy = copies.lend(source.copy());
    try {
      List<OpenCopies.Loan> tail =
          source.tail().isEmpty() ? List.of() : List.of(copies.lend(source.tail()));
      Bars latest = Bars.latest(BarLines.bars(copy.copy().symbol(), source.latest()));
      List<ServingCopy> added = tail.stream().map(OpenCopies.Loan::copy).toList();
      return new FilterInputStream(new BarsCsv(copy.copy(), added, latest)) {
        @Override
        public void close() throws IOException {
          try (copy) {
            for (OpenCopies.Loan loan : tail) {
              loan.close();
            }
          }
        }
      };
    } catch (IOException | RuntimeException e) {
      copy.close();
      throw e;
    }
  }
}
