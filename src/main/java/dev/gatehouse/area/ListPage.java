package dev.gatehouse.area;

import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.store.Selection;
import java.util.List;
import java.util.function.Function;

/**
 * The page of a list that a request asks for.
 *
 * @param entries as clients read them
 */
public record ListPage<V>(List<V> entries, PageOrder.Pagination pagination) {
  /**
   * Reads the page that the parameters {@code limit} and {@code skip} name. Blocks.
   *
   * @param view converts a stored record to an entry
   */
  public static <T extends Record, V> ListPage<V> of(
      Call call, Selection<T> list, Function<T, V> view) {
    return of(PageOrder.of(call), list, view);
  }

  /** Reads a page of a list. Blocks. */
  public static <T extends Record, V> ListPage<V> of(
      PageOrder page, Selection<T> list, Function<T, V> view) {
    List<V> entries = list.page(page.offset(), page.limitOrDefault()).stream().map(view).toList();
    return new ListPage<>(entries, page.of(list.count(), entries.size()));
  }

  /** Returns a page of a list that is in memory. */
  public static <T, V> ListPage<V> of(PageOrder page, List<T> list, Function<T, V> view) {
    List<V> entries =
        list.stream().skip(page.offset()).limit(page.limitOrDefault()).map(view).toList();
    return new ListPage<>(entries, page.of(list.size(), entries.size()));
  }
}
