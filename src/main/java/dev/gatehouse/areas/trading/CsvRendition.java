package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.serving.BarsCsv;
import dev.gatehouse.store.blobs.Rendition;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/** Serves market data as CSV, generated from a serving copy while it is read. */
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
    OpenCopies.Loan loan = copies.lend(blob);
    return new FilterInputStream(new BarsCsv(loan.copy())) {
      @Override
      public void close() throws IOException {
        try (loan) {
          super.close();
        }
      }
    };
  }
}
