package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Util;

/**
 * The positions of the data pages of one column chunk.
 *
 * @param firstRows the first row of each page within its row group, and the group's number of rows
 *     as one more entry
 */
record PageIndex(long[] offsets, int[] sizes, int[] firstRows) implements IndexCache.Weighed {
  static PageIndex parse(byte[] bytes, int rowsInGroup) throws IOException {
    OffsetIndex index = Util.readOffsetIndex(new ByteArrayInputStream(bytes));
    List<PageLocation> pages = index.getPage_locations();
    int n = pages.size();
    PageIndex parsed = new PageIndex(new long[n], new int[n], new int[n + 1]);
    for (int i = 0; i < n; i++) {
      PageLocation page = pages.get(i);
      parsed.offsets[i] = page.getOffset();
      parsed.sizes[i] = page.getCompressed_page_size();
      parsed.firstRows[i] = Math.toIntExact(page.getFirst_row_index());
    }
    parsed.firstRows[n] = rowsInGroup;
    return parsed;
  }

  int pages() {
    return offsets.length;
  }

  int rowsIn(int page) {
    return firstRows[page + 1] - firstRows[page];
  }

  /** Returns the page that contains a row of the group. */
  int pageOf(int row) {
    int at = Arrays.binarySearch(firstRows, 0, pages(), row);
    return Math.max(at, -at - 2);
  }

  @Override
  public long weight() {
    return 64 + 16L * pages();
  }
}
