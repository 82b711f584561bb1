package dev.gatehouse.areas.trading.marketdata;

import java.util.List;
import java.util.Map;

/**
 * Use of an upload's columns.
 *
 * @param renamed field of the bar by the name of a column that is called otherwise
 * @param unused names of the columns whose values are not stored
 */
public record ColumnUse(Map<String, String> renamed, List<String> unused) {
  public static final ColumnUse NONE = new ColumnUse(Map.of(), List.of());
}
