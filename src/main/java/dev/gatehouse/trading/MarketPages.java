package dev.gatehouse.trading;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.marketdata.Column;
import dev.gatehouse.marketdata.serving.BarsJson;
import dev.gatehouse.marketdata.serving.RowRange;
import dev.gatehouse.marketdata.serving.ServingCopy;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
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

  private final OpenCopies copies;

  MarketPages(OpenCopies copies) {
    this.copies = copies;
  }

  Answer page(Call call, SymbolFile file) throws IOException {
    long page = call.number("page");
    int limit = (int) call.number("limit");
    boolean newestFirst = call.text("sortOrder").equals("desc");
    BarsJson json = json(call.text("columns"));
    Instant from = PointInTime.first(call.text("from"));
    Instant to = PointInTime.last(call.text("to"));
    try (OpenCopies.Loan loan = copies.lend(file.copy())) {
      ServingCopy copy = loan.copy();
      RowRange all = from == null && to == null ? whole(copy) : copy.between(from, to);
      RowRange rows = all.page((page - 1) * limit, limit, newestFirst);
      Buffer body =
          Buffer.buffer("{\"success\":true,\"data\":")
              .appendBytes(json.write(copy, rows, newestFirst))
              .appendString(",\"pagination\":")
              .appendBuffer(Json.encode(Pagination.of(page, limit, all.rows())))
              .appendString("}");
      return new Answer(200, EntityTags.page(call, file), body, null);
    }
  }

  private static RowRange whole(ServingCopy copy) {
    return new RowRange(0, copy.rowCount());
  }

  private static BarsJson json(String columns) {
    if (columns == null) {
      return WHOLE;
    }
    Set<Column> selected = EnumSet.noneOf(Column.class);
    for (String name : columns.split(",")) {
      Column column = COLUMNS.get(name.strip());
      if (column == null) {
        throw Failure.of(400, "columns must be some of " + String.join(", ", names())).exception();
      }
      selected.add(column);
    }
    return new BarsJson(selected);
  }

  private static Iterable<String> names() {
    return Arrays.stream(Column.values()).map(Column::wireName).toList();
  }
}
