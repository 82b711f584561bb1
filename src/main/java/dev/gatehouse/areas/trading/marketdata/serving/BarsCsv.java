package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Stream of a whole serving copy as CSV with a header row, oldest first. The text is generated
 * while it is read, so a stopped reader holds only this stream's few hundred kilobytes. The copy
 * must stay open, and closing the stream does not close it. Not safe for concurrent use.
 */
public final class BarsCsv extends InputStream {
  private static final int BUFFER_BYTES = 64 << 10;
  // The maximum row: a quoted text of which every character is a quote, plus ten numbers, times and
  // separators.
  private static final int MAX_ROW_BYTES =
      2 * Layout.MAX_TEXT_BYTES + 16 * NumberText.MAX_BYTES + 64;
  private static final String HEADER =
      Arrays.stream(Column.values())
          .map(Column::wireName)
          .collect(Collectors.joining(",", "", "\n"));

  private final CsvColumn[] columns = new CsvColumn[Column.STORED.size()];
  private final byte[] symbol;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int from;
  private int to;

  public BarsCsv(ServingCopy copy) {
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new CsvColumn(copy, i);
    }
    byte[] field = CsvText.field(copy.symbol());
    symbol = Arrays.copyOf(field, field.length + 1);
    symbol[field.length] = ',';
    byte[] header = HEADER.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(header, 0, buffer, 0, header.length);
    to = header.length;
  }

  @Override
  public int read() throws IOException {
    return from == to && !fill() ? -1 : buffer[from++] & 255;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (from == to && !fill()) {
      return -1;
    }
    int taken = Math.min(length, to - from);
    System.arraycopy(buffer, from, into, offset, taken);
    from += taken;
    return taken;
  }

  private boolean fill() throws IOException {
    int p = 0;
    int limit = buffer.length - MAX_ROW_BYTES;
    int rows;
    while (p < limit && (rows = ready()) > 0) {
      for (int i = 0; i < rows && p < limit; i++) {
        System.arraycopy(symbol, 0, buffer, p, symbol.length);
        p += symbol.length;
        for (CsvColumn column : columns) {
          p = column.write(buffer, p);
        }
      }
    }
    from = 0;
    to = p;
    return p > 0;
  }

  private int ready() throws IOException {
    int rows = Integer.MAX_VALUE;
    for (CsvColumn column : columns) {
      rows = Math.min(rows, column.ready());
    }
    return rows;
  }
}
