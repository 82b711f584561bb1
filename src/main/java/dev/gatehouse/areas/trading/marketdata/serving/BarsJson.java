package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;

/**
 * Writes rows of a serving copy as a JSON array of data points, in UTF-8. Absent values are null.
 * Immutable.
 */
public final class BarsJson {
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  // Escaping can turn each byte of a text into six.
  private static final int MAX_VALUE_BYTES = 6 * Layout.MAX_TEXT_BYTES + 2;

  /** Bytes allocated for a typical row. The buffer grows if a row needs more. */
  private static final int ROW_BYTES = 256;

  private final List<Column> columns;
  private final List<Column> stored;
  private final byte[][] names;

  /** Creates a writer of the selected columns, in the order of {@link Column}. */
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

  /**
   * Writes the rows of a range of the merged bars, as {@link #write(Bars, String, boolean)} does.
   */
  public byte[] write(MergedBars whole, RowRange range, boolean newestFirst) throws IOException {
    int rows = Math.toIntExact(range.rows());
    return write(whole.read(range.first(), rows, stored), whole.symbol(), newestFirst);
  }

  /** Writes rows as {@code [{"symbol":…,"timeUtc":…,…},…]}. */
  private byte[] write(Bars bars, String symbol, boolean newestFirst) {
    int rows = bars.size();
    if (rows == 0) {
      return new byte[] {'[', ']'};
    }
    Values[] values =
        columns.stream().map(column -> values(column, bars, symbol)).toArray(Values[]::new);
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
        at = values[c].put(row, out, at);
      }
      out[at++] = '}';
    }
    out[at++] = ']';
    return Arrays.copyOf(out, at);
  }

  /** The values of one column of a page. {@code put} is called once per row. */
  private sealed interface Values {
    int put(int row, byte[] out, int at);
  }

  private record Numbers(double[] values) implements Values {
    @Override
    public int put(int row, byte[] out, int at) {
      double value = values[row];
      return Double.isNaN(value) ? BarsJson.put(NULL, out, at) : NumberText.write(out, at, value);
    }
  }

  private record Counts(long[] values) implements Values {
    @Override
    public int put(int row, byte[] out, int at) {
      long value = values[row];
      return value == Bars.NONE ? BarsJson.put(NULL, out, at) : NumberText.write(out, at, value);
    }
  }

  private record Flags(long[] values) implements Values {
    @Override
    public int put(int row, byte[] out, int at) {
      if (values[row] == Bars.NONE) {
        return BarsJson.put(NULL, out, at);
      }
      return BarsJson.put(values[row] == 1 ? TRUE : FALSE, out, at);
    }
  }

  private record Times(long[] values, TimeText text) implements Values {
    @Override
    public int put(int row, byte[] out, int at) {
      out[at] = '"';
      int end = text.write(out, at + 1, values[row]);
      out[end] = '"';
      return end + 1;
    }
  }

  private record One(byte[] text) implements Values {
    @Override
    public int put(int row, byte[] out, int at) {
      return BarsJson.put(text, out, at);
    }
  }

  /**
   * Text values. Most columns have few distinct texts.
   *
   * @param quoted each distinct text in its quoted form, encoded once
   */
  private record Texts(String[] values, Map<String, byte[]> quoted) implements Values {
    @Override
    public int put(int row, byte[] out, int at) {
      String value = values[row];
      byte[] text = value == null ? NULL : quoted.computeIfAbsent(value, BarsJson::quoted);
      return BarsJson.put(text, out, at);
    }
  }

  private static Values values(Column column, Bars bars, String symbol) {
    return switch (column.kind()) {
      case NUMBER -> new Numbers(bars.numbers(column));
      case COUNT -> new Counts(bars.longs(column));
      case FLAG -> new Flags(bars.longs(column));
      case TIME -> new Times(bars.longs(column), new TimeText());
      case TEXT ->
          column == Column.SYMBOL
              ? new One(quoted(symbol))
              : new Texts(bars.texts(column), new HashMap<>());
    };
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
