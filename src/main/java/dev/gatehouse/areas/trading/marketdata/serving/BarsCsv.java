package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.formats.PieceInput;

/**
 * Stream of a symbol's bars as CSV with a header row, oldest first. It merges a serving copy with
 * added bars. The text equals that of a copy rewritten with these bars. It is generated while it is
 * read, so a stopped reader holds only this stream's few hundred kilobytes. The copies must stay
 * open, and closing the stream does not close them. Not safe for concurrent use.
 */
public final class BarsCsv extends PieceInput {
  private static final int BUFFER_BYTES = 64 << 10;
  // The maximum row: a quoted text of which every character is a quote, plus ten numbers, times and
  // separators.
  private static final int MAX_ROW_BYTES =
      2 * Layout.MAX_TEXT_BYTES + 16 * NumberText.MAX_BYTES + 64;
  private static final String HEADER =
      Arrays.stream(Column.values())
          .map(Column::wireName)
          .collect(Collectors.joining(",", "", "\n"));

  /** Of several rows of one time, the row of the last source is written. */
  private final List<CsvRows> sources;

  private final byte[] symbol;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private boolean begun;

  public BarsCsv(ServingCopy copy) {
    this(copy, List.of(), new Bars(0));
  }

  /**
   * @param tail copies of bars that replace rows of {@code copy}
   * @param latest bars that replace rows of {@code copy} and {@code tail}, in ascending order of
   *     time, each time once
   */
  public BarsCsv(ServingCopy copy, List<ServingCopy> tail, Bars latest) {
    sources = new ArrayList<>();
    sources.add(new CopyRows(copy));
    tail.forEach(added -> sources.add(new CopyRows(added)));
    if (latest.size() > 0) {
      sources.add(new AddedRows(latest));
    }
    byte[] field = CsvText.field(copy.symbol());
    symbol = Arrays.copyOf(field, field.length + 1);
    symbol[field.length] = ',';
  }

  @Override
  protected ByteBuffer next() throws IOException {
    if (!begun) {
      begun = true;
      return ByteBuffer.wrap(HEADER.getBytes(StandardCharsets.US_ASCII));
    }
    int p = 0;
    int limit = buffer.length - MAX_ROW_BYTES;
    CsvRows source = nextSource();
    while (p < limit && source != null) {
      int rows = sources.size() == 1 ? source.ready() : rowsBeforeOthers(source);
      for (int i = 0; i < rows && p < limit; i++) {
        System.arraycopy(symbol, 0, buffer, p, symbol.length);
        p = source.write(buffer, p + symbol.length);
      }
      source = nextSource();
    }
    return ByteBuffer.wrap(buffer, 0, p);
  }

  /** Returns the source of the next row, or null at the end. Leaves out replaced rows. */
  private CsvRows nextSource() throws IOException {
    CsvRows next = null;
    for (CsvRows source : sources) {
      if (source.ready() > 0) {
        if (next == null || source.time(0) < next.time(0)) {
          next = source;
        } else if (source.time(0) == next.time(0)) {
          next.skip();
          next = source;
        }
      }
    }
    return next;
  }

  private int rowsBeforeOthers(CsvRows source) throws IOException {
    int rows = source.ready();
    for (CsvRows other : sources) {
      if (!other.equals(source) && other.ready() > 0) {
        rows = rowsBefore(source, other.time(0), rows);
      }
    }
    return rows;
  }

  /** Returns how many of the ready rows are earlier than a time. */
  private static int rowsBefore(CsvRows source, long time, int rows) {
    if (source.time(rows - 1) < time) {
      return rows;
    }
    int low = 0;
    int high = rows - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (source.time(middle) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
