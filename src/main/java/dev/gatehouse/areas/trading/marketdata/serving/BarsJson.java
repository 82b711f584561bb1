package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.gatehouse.areas.trading.marketdata.Column;

/** Writes rows of bars as a JSON array of data points, in UTF-8. Absent values are null. */
public final class BarsJson {
  /** Bytes allocated for a typical row. The buffer grows if a row needs more. */
  private static final int ROW_BYTES = 256;

  private final boolean named;
  private final List<Column> stored;

  public BarsJson(Collection<Column> selected) {
    named = selected.contains(Column.SYMBOL);
    stored = Column.STORED.stream().filter(selected::contains).toList();
  }

  /** Writes the rows of a range as {@code [{"symbol":…,"timeUtc":…,…},…]}. */
  public byte[] write(MergedBars whole, RowRange range, boolean newestFirst) throws IOException {
    int rows = Math.toIntExact(range.rows());
    RowText text = text(whole.symbol());
    text.use(whole.read(range.first(), rows, stored));
    byte[] out = new byte[rows * ROW_BYTES + RowText.MAX_BYTES];
    out[0] = '[';
    int at = 1;
    for (int i = 0; i < rows; i++) {
      if (out.length - at < RowText.MAX_BYTES) {
        out = Arrays.copyOf(out, out.length + (out.length >> 1) + RowText.MAX_BYTES);
      }
      if (i > 0) {
        out[at++] = ',';
      }
      at = text.write(newestFirst ? rows - 1 - i : i, out, at);
    }
    out[at++] = ']';
    return Arrays.copyOf(out, at);
  }

  private RowText text(String symbol) {
    String start = "{";
    if (named) {
      start += "\"symbol\":" + new String(quoted(symbol), StandardCharsets.UTF_8);
    }
    List<String> before = new ArrayList<>();
    for (Column column : stored) {
      String separator = start.equals("{") ? "" : ",";
      before.add(start + separator + '"' + column.wireName() + "\":");
      start = "";
    }
    String end = start + "}";
    return new RowText(stored, before, end, "null", "\"", BarsJson::quoted);
  }

  private static byte[] quoted(String text) {
    String escaped = new String(JsonStringEncoder.getInstance().quoteAsString(text));
    return ('"' + escaped + '"').getBytes(StandardCharsets.UTF_8);
  }
}
