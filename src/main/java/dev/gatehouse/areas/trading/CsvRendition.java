package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.BarsCsv;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.store.blobs.Rendition;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

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
   * Opens the whole text. Ranges are not supported, because the position of a byte in the text is
   * not known in advance.
   */
  @Override
  public InputStream open(String blob, long offset, long length) throws IOException {
    if (offset != 0) {
      throw new IndexOutOfBoundsException("ranges of CSV are not supported");
    }
    DownloadSource source = DownloadSource.parse(blob);
    return copies.stream(
        source.copy(),
        copy -> {
          if (source.tail().isEmpty()) {
            return csv(copy, List.of(), source);
          }
          return copies.stream(source.tail(), tail -> csv(copy, List.of(tail), source));
        });
  }

  private static InputStream csv(ServingCopy copy, List<ServingCopy> tail, DownloadSource source) {
    Bars latest = BarLines.latest(copy.symbol(), source.latest());
    return new BarsCsv(copy, tail, latest);
  }
}
