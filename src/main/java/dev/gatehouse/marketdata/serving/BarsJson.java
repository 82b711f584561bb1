package dev.gatehouse.marketdata.serving;

import dev.gatehouse.marketdata.Bars;
import dev.gatehouse.marketdata.Column;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of a serving copy as a JSON array of data points, in UTF-8. Absent values are null.
 * Immutable.
 */
public final class BarsJson {
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  // A text's every byte may need six.
  private static final int MAX_VALUE_BYTES = 6 * Layout.MAX_TEXT_BYTES + 2;

  /** Room for a usual row; more is made where it does not do. */
  private static final int ROW_BYTES = 256;

  private final List<Column> columns;
  private final List<Column> stored;
  private final byte[][] names;

  /** Writes these columns, in the order of {@link Column}. */
  public BarsJson(Collection<Column> selected) {
    columns = Arrays.stream(Column.values()).filter(selected::contains).toList();
    stored = columns.stream().filter(Column.STORED::contains).toList();
    names = new byte[columns.size()][];
    for (int i = 0; i < names.length; i++) {
      names[i] =
          ((i == 0 ? "{\"" : ",\"") + columns.get(i).wireName() + "\":")
              .getBytes(StandardCharsets.US_ASCII);
    }
  }

  /** The rows of a range of a copy, as {@link #write(Bars, String, boolean)} does. */
  public byte[] write(ServingCopy copy, RowRange range, boolean newestFirst) throws IOException {
    int rows = Math.toIntExact(range.rows());
    return write(copy.read(range.first(), rows, stored), copy.symbol(), newestFirst);
  }

  /** The rows of a range of the whole, as {@link #write(Bars, String, boolean)} does. */
  public byte[] write(MergedBars whole, RowRange range, boolean newestFirst) throws IOException {
    int rows = Math.toIntExact(range.rows());
    return write(whole.read(range.first(), rows, stored), whole.symbol(), newestFirst);
  }

  /** Rows as {@code [{"symbol":…,"timeUtc":…,…},…]}. */
  private byte[] write(Bars bars, String symbol, boolean newestFirst) {
    int rows = bars.size();
    if (rows == 0) {
      return new byte[] {'[', ']'};
    }
    Values values = new Values(bars, symbol);
    byte[] out = new byte[rows * ROW_BYTES + 16];
    int at = 0;
    for (int i = 0; i < rows; i++) {
      out[at++] = (byte) (i == 0 ? '[' : ',');
      int row = newestFirst ? rows - 1 - i : i;
      for (int c = 0; c < names.length; c++) {
        if (out.length - at < names[c].length + MAX_VALUE_BYTES + 4) {
          out = Arrays.copyOf(out, out.length + (out.length >> 1) + 4 * MAX_VALUE_BYTES);
        }
        at = put(names[c], out, at);
        at = values.put(columns.get(c), row, out, at);
      }
      out[at++] = '}';
    }
    out[at++] = ']';
    return Arrays.copyOf(out, at);
  }

  /** The values of one page. Its texts are quoted once each: most columns have few. */
  private static final class Values {
    private final Bars bars;
    private final byte[] symbol;
    private final TimeText times = new TimeText();
    private final Map<String, byte[]> texts = new HashMap<>();

    Values(Bars bars, String symbol) {
      this.bars = bars;
      this.symbol = quoted(symbol);
    }

    int put(Column column, int row, byte[] out, int at) {
      switch (column.kind()) {
        case NUMBER -> {
          double value = bars.numbers(column)[row];
          return Double.isNaN(value)
              ? BarsJson.put(NULL, out, at)
              : NumberText.write(out, at, value);
        }
        case TEXT -> {
          return BarsJson.put(column == Column.SYMBOL ? symbol : text(column, row), out, at);
        }
        case TIME -> {
          out[at] = '"';
          int end = times.write(out, at + 1, bars.longs(column)[row]);
          out[end] = '"';
          return end + 1;
        }
        default -> {
          long value = bars.longs(column)[row];
          if (value == Bars.NONE) {
            return BarsJson.put(NULL, out, at);
          }
          if (column.kind() == Column.Kind.FLAG) {
            return BarsJson.put(value == 1 ? TRUE : FALSE, out, at);
          }
          return NumberText.write(out, at, value);
        }
      }
    }

    private byte[] text(Column column, int row) {
      String value = bars.texts(column)[row];
      return value == null ? NULL : texts.computeIfAbsent(value, BarsJson::quoted);
    }
  }

  private static int put(byte[] text, byte[] out, int at) {
    System.arraycopy(text, 0, out, at, text.length);
    return at + text.length;
  }

  private static byte[] quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted
            .append("\\u00")
            .append(Character.forDigit(c >> 4, 16))
            .append(Character.forDigit(c & 15, 16));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString().getBytes(StandardCharsets.UTF_8);
  }
}
