package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes one column of a serving copy as CSV fields, from the first row to the last. Holds one page
 * and one dictionary.
 */
final class CsvColumn {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private final ServingCopy copy;
  private final int position;
  private final Column column;
  private final byte separator;
  private final PageBuffer page;
  private final TimeText times = new TimeText();
  private PageIndex index;
  private Dictionary dictionary;
  private CsvDictionary fields;
  private int group = -1;
  private int nextPage;
  private int row;

  CsvColumn(ServingCopy copy, int position) {
    this.copy = copy;
    this.page = copy.newBuffer();
    this.position = position;
    this.column = Column.STORED.get(position);
    this.separator = (byte) (position == Column.STORED.size() - 1 ? '\n' : ',');
  }

  /** Returns the number of rows that can be written before the next call, or 0 at the end. */
  int ready() throws IOException {
    while (row == page.rows) {
      if (index == null || nextPage == index.pages()) {
        if (group + 1 == copy.footer().groups()) {
          return 0;
        }
        group++;
        openGroup();
      }
      page.clearTexts();
      copy.load(group, position, index, nextPage++, dictionary, page);
      row = 0;
    }
    return page.rows - row;
  }

  /** Writes the next row's field and its separator. */
  int write(byte[] to, int at) {
    int i = row++;
    if (page.byDictionary) {
      int id = page.ids[i];
      if (id >= 0) {
        return fields == null ? end(to, value(to, at, dictionary, id)) : fields.write(id, to, at);
      }
      return end(to, at);
    }
    return end(to, value(to, at, i));
  }

  private void openGroup() throws IOException {
    index = copy.pages(group, position);
    nextPage = 0;
    // Bypasses the cache on purpose. A whole-file read would evict the entries that pages are
    // served from.
    dictionary =
        copy.footer().chunks()[group][position].hasDictionary()
            ? copy.loadDictionary(group, position, page)
            : null;
    fields = CsvDictionary.of(column, dictionary, separator);
  }

  private int end(byte[] to, int at) {
    to[at] = separator;
    return at + 1;
  }

  private int value(byte[] to, int at, Dictionary from, int id) {
    return switch (column.kind()) {
      case NUMBER -> NumberText.write(to, at, from.numbers()[id]);
      case TEXT -> put(CsvText.field(from.texts()[id]), to, at);
      default -> NumberText.write(to, at, from.longs()[id]);
    };
  }

  private int value(byte[] to, int at, int i) {
    switch (column.kind()) {
      case NUMBER -> {
        double value = page.numbers[i];
        return Double.isNaN(value) ? at : NumberText.write(to, at, value);
      }
      case TIME -> {
        return times.write(to, at, page.longs[i]);
      }
      case TEXT -> {
        return page.texts[i] == null ? at : put(CsvText.field(page.texts[i]), to, at);
      }
      default -> {
        long value = page.longs[i];
        if (value == Bars.NONE) {
          return at;
        }
        if (column.kind() == Column.Kind.FLAG) {
          return put(value == 1 ? TRUE : FALSE, to, at);
        }
        return NumberText.write(to, at, value);
      }
    }
  }

  private static int put(byte[] text, byte[] to, int at) {
    System.arraycopy(text, 0, to, at, text.length);
    return at + text.length;
  }
}
