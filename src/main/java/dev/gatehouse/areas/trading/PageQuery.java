package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.PointInTime;

/**
 * The requested page of a symbol's data.
 *
 * @param columns the requested columns; empty for all
 */
record PageQuery(Place place, boolean newestFirst, Span span, Set<Column> columns) {
  private static final Map<String, Column> COLUMNS =
      Arrays.stream(Column.values())
          .collect(Collectors.toMap(Column::wireName, Function.identity()));

  /**
   * @param number counted from 1
   * @param limit rows per page
   */
  record Place(long number, int limit) {}

  /** A time range, both ends inclusive. Null means no bound. */
  record Span(Instant from, Instant to) {
    boolean isAll() {
      return from == null && to == null;
    }
  }

  /**
   * Reads the query from a call.
   *
   * @throws dev.gatehouse.bus.ApiException 400 for unknown columns
   */
  static PageQuery of(Call call) {
    return new PageQuery(
        new Place(call.number("page"), (int) call.number("limit")),
        call.text("sortOrder").equals("desc"),
        new Span(PointInTime.first(call.text("from")), PointInTime.last(call.text("to"))),
        columns(call.text("columns")));
  }

  /** Returns the columns' names on the wire. */
  static List<String> names(Set<Column> columns) {
    return columns.stream().map(Column::wireName).toList();
  }

  private static Set<Column> columns(String names) {
    Set<Column> chosen = EnumSet.noneOf(Column.class);
    for (String name : names == null ? new String[0] : names.split(",", -1)) {
      Column column = COLUMNS.get(name.strip());
      if (column == null) {
        throw ApiException.invalid(
            "columns",
            "must contain only " + String.join(", ", names(EnumSet.allOf(Column.class))));
      }
      chosen.add(column);
    }
    return chosen;
  }
}
