package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.serving.BarsCsv;
import dev.gatehouse.store.blobs.Rendition;

/**
 * Serves market data as CSV, generated from a serving copy and its tail while it is read. The claim
 * check names both, as {@link DownloadSource}.
 */
public record CsvRendition(OpenCopies copies) implements Rendition {
  static final String NAME = "bars-csv";

  @Override
  public String name() {
    return NAME;
  }

  /**
   * Opens a range of the text, which is generated from its beginning.
   *
   * @param length length of the range; negative for the rest
   */
  @Override
  public InputStream open(String blob, long offset, long length) throws IOException {
    InputStream text = text(DownloadSource.parse(blob));
    try {
      text.skipNBytes(offset);
    } catch (IOException e) {
      text.close();
      throw e;
    }
    return text;
  }

  /** Returns the length of the whole text in bytes, which is generated for that. */
  long length(DownloadSource source) throws IOException {
    try (InputStream text = text(source)) {
      return text.transferTo(OutputStream.nullOutputStream());
    }
  }

  private InputStream text(DownloadSource source) throws IOException {
    OpenCopies.Loan loan = copies.lend(source.copy());
    try {
      InputStream text = new BarsCsv(copies.merged(loan.copy(), source));
      return new FilterInputStream(text) {
        @Override
        public void close() throws IOException {
          loan.close();
        }
      };
    } catch (IOException | RuntimeException e) {
      loan.close();
      throw e;
    }
  }
}
