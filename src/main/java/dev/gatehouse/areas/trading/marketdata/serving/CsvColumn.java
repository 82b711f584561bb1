package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.IOException;

/**
 * Writes one column of a serving copy as CSV fields, from the first row to the last. Holds one page
 * and one dictionary.
 */
final class CsvColumn {
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

  /** Returns the value of a ready row in a column of times. Row 0 is the next one. */
  long time(int ahead) {
    return page.longs[row + ahead];
  }

  /** Leaves out the next row. */
  void skip() {
    row++;
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
    if (copy.footer().chunks()[group][position].hasDictionary()) {
      dictionary = copy.loadDictionary(group, position, page);
    } else {
      dictionary = null;
    }
    fields = CsvDictionary.of(column, dictionary, separator);
  }

  private int end(byte[] to, int at) {
    to[at] = separator;
    return at + 1;
  }

  private int value(byte[] to, int at, Dictionary from, int id) {
    return switch (column.kind()) {
      case NUMBER -> NumberText.write(to, at, from.numbers()[id]);
      case TEXT -> CsvFields.text(to, at, from.texts()[id]);
      default -> NumberText.write(to, at, from.longs()[id]);
    };
  }

  private int value(byte[] to, int at, int i) {
    return switch (column.kind()) {
      case TIME -> times.write(to, at, page.longs[i]);
      case NUMBER -> CsvFields.number(to, at, page.numbers[i]);
      case TEXT -> CsvFields.text(to, at, page.texts[i]);
      case COUNT -> CsvFields.count(to, at, page.longs[i]);
      case FLAG -> CsvFields.flag(to, at, page.longs[i]);
    };
  }
}
