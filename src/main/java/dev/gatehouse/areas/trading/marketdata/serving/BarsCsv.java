package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.formats.PieceInput;
import dev.gatehouse.formats.SpreadsheetText;

/**
 * Stream of a symbol's bars as CSV with a header row, oldest first. It is generated while it is
 * read, so a stopped reader holds only this stream's few hundred kilobytes. The copy must stay
 * open, and closing the stream does not close it. Not safe for concurrent use.
 */
public final class BarsCsv extends PieceInput {
  private static final String HEADER =
      Arrays.stream(Column.values())
          .map(Column::wireName)
          .collect(Collectors.joining(",", "", "\n"));

  private final MergedBars bars;
  private final RowText text;
  private final byte[] buffer = new byte[64 << 10];
  private boolean begun;
  private Bars batch = new Bars(0);
  private int next;
  private long read;

  public BarsCsv(MergedBars bars) {
    this.bars = bars;
    List<String> before = new ArrayList<>(Collections.nCopies(Column.STORED.size(), ","));
    before.set(0, new String(field(bars.symbol()), StandardCharsets.UTF_8) + ',');
    text = new RowText(Column.STORED, before, "\n", "", "", BarsCsv::field);
  }

  @Override
  protected ByteBuffer next() throws IOException {
    if (!begun) {
      begun = true;
      return ByteBuffer.wrap(HEADER.getBytes(StandardCharsets.US_ASCII));
    }
    int p = 0;
    while (p < buffer.length - RowText.MAX_BYTES && isReady()) {
      p = text.write(next++, buffer, p);
    }
    return ByteBuffer.wrap(buffer, 0, p);
  }

  private boolean isReady() throws IOException {
    if (next == batch.size()) {
      int rows = (int) Math.min(Layout.ROWS_PER_PAGE, bars.rowCount() - read);
      batch = bars.read(read, rows, Column.STORED);
      text.use(batch);
      read += rows;
      next = 0;
    }
    return batch.size() > 0;
  }

  /** Quotes a text where necessary. A spreadsheet must not interpret it as a formula. */
  private static byte[] field(String text) {
    String safe = SpreadsheetText.of(text);
    boolean quote = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return (quote ? '"' + safe.replace("\"", "\"\"") + '"' : safe).getBytes(StandardCharsets.UTF_8);
  }
}
