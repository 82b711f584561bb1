package dev.gatehouse.trading;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.marketdata.Column;
import dev.gatehouse.marketdata.serving.BarsJson;
import dev.gatehouse.marketdata.serving.MergedBars;
import dev.gatehouse.marketdata.serving.RowRange;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Pages of market data as JSON, straight from serving copies. */
final class MarketPages {
  private static final Map<String, Column> COLUMNS =
      Arrays.stream(Column.values())
          .collect(Collectors.toMap(Column::wireName, Function.identity()));
  private static final BarsJson WHOLE = new BarsJson(EnumSet.allOf(Column.class));

  private final MarketViews views;

  MarketPages(MarketViews views) {
    this.views = views;
  }

  Answer page(Call call, SymbolFile file) throws IOException {
    long page = call.number("page");
    int limit = (int) call.number("limit");
    boolean newestFirst = call.text("sortOrder").equals("desc");
    Set<Column> chosen = columns(call.text("columns"));
    BarsJson json = chosen.isEmpty() ? WHOLE : new BarsJson(chosen);
    Instant from = PointInTime.first(call.text("from"));
    Instant to = PointInTime.last(call.text("to"));
    try (MarketViews.View view = views.open(file)) {
      MergedBars bars = view.whole();
      RowRange all = from == null && to == null ? whole(bars) : bars.between(from, to);
      RowRange rows = all.page((page - 1) * limit, limit, newestFirst);
      Buffer body =
          Buffer.buffer("{\"success\":true,")
              .appendBuffer(named(chosen))
              .appendString("\"data\":")
              .appendBytes(json.write(bars, rows, newestFirst))
              .appendString(",\"pagination\":")
              .appendBuffer(Json.encode(Pagination.of(page, limit, all.rows())))
              .appendString("}");
      return new Answer(200, EntityTags.page(call, file), body, null);
    }
  }

  private static RowRange whole(MergedBars bars) {
    return new RowRange(0, bars.rowCount());
  }

  /** The columns that a caller chooses; none where he does not. */
  private static Set<Column> columns(String names) {
    Set<Column> chosen = EnumSet.noneOf(Column.class);
    for (String name : names == null ? new String[0] : names.split(",", -1)) {
      Column column = COLUMNS.get(name.strip());
      if (column == null) {
        throw Failure.of(
                400,
                "columns must be some of " + String.join(", ", names(EnumSet.allOf(Column.class))))
            .exception();
      }
      chosen.add(column);
    }
    return chosen;
  }

  /** The field that tells a page of chosen columns from a whole one. */
  private static Buffer named(Set<Column> chosen) {
    return chosen.isEmpty()
        ? Buffer.buffer()
        : Buffer.buffer("\"columns\":").appendBuffer(Json.encode(names(chosen))).appendString(",");
  }

  private static List<String> names(Set<Column> columns) {
    return columns.stream().map(Column::wireName).toList();
  }
}
