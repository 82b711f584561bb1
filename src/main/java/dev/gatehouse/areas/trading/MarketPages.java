package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.BarsJson;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.RowRange;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Pagination;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.formats.Sha256;
import io.vertx.core.buffer.Buffer;

/** Writes pages of market data as JSON directly from serving copies. */
final class MarketPages {
  private static final BarsJson WHOLE = new BarsJson(EnumSet.allOf(Column.class));
  private static final long MAX_KEPT_BYTES = 8 << 20;

  /** Bytes for the JSON around the rows. */
  private static final int FRAME_BYTES = 512;

  private final MarketViews views;

  /** Many clients request the newest page, and creating one takes longer than all else. */
  private final MemoryCache<Key, Page> recent =
      MemoryCache.ofWeight(MAX_KEPT_BYTES, page -> page.body().length());

  private record Key(String symbol, PageQuery query) {}

  private record Page(String revision, Buffer body) {}

  MarketPages(MarketViews views) {
    this.views = views;
  }

  Answer page(Call call, SymbolFile file) throws IOException {
    PageQuery query = PageQuery.of(call);
    var key = new Key(file.id(), query);
    String revision = file.tail().revision();
    Page page = recent.find(key);
    if (page == null || !page.revision().equals(revision)) {
      page = new Page(revision, body(query, file));
      recent.put(key, page);
    }
    return new Answer(200, EntityTags.page(call, file), page.body(), null);
  }

  private Buffer body(PageQuery query, SymbolFile file) throws IOException {
    Set<Column> chosen = query.columns();
    BarsJson json = chosen.isEmpty() ? WHOLE : new BarsJson(chosen);
    String named =
        chosen.isEmpty() ? "" : "\"columns\":" + Json.encode(PageQuery.names(chosen)) + ",";
    try (MarketViews.View view = views.open(file)) {
      MergedBars bars = view.whole();
      RowRange all =
          query.from() == null && query.to() == null
              ? new RowRange(0, bars.rowCount())
              : bars.between(query.from(), query.to());
      long skipped = (query.number() - 1) * query.limit();
      RowRange rows = all.page(skipped, query.limit(), query.newestFirst());
      byte[] data = json.write(bars, rows, query.newestFirst());
      return Buffer.buffer(data.length + FRAME_BYTES)
          .appendString("{\"success\":true,")
          .appendString(named)
          .appendString("\"data\":")
          .appendBytes(data)
          .appendString(",\"pagination\":")
          .appendBuffer(Json.encode(Pagination.of(query.number(), query.limit(), all.rows())))
          .appendString("}");
    }
  }

  /**
   * The requested page of a symbol's data.
   *
   * @param number counted from 1
   * @param limit rows per page
   * @param from first time; null means no bound
   * @param to last time, inclusive; null means no bound
   * @param columns the requested columns; empty for all
   */
  private record PageQuery(
      long number, int limit, boolean newestFirst, Instant from, Instant to, Set<Column> columns) {
    private static final Map<String, Column> COLUMNS =
        Arrays.stream(Column.values())
            .collect(Collectors.toMap(Column::wireName, Function.identity()));

    static PageQuery of(Call call) {
      return new PageQuery(
          call.number("page"),
          (int) call.number("limit"),
          call.text("sortOrder").equals("desc"),
          PointInTime.first(call.text("from")),
          PointInTime.last(call.text("to")),
          columns(call.text("columns")));
    }

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

  /**
   * Headers for conditional requests: cache validation of reads, and preconditions of changes. The
   * http package derives a separate tag for a compressed response.
   */
  static final class EntityTags {
    private static final int TAG_BYTES = 16;

    /** Returns the headers of a page. The tag depends on the data and on the requested part. */
    static Map<String, String> page(Call call, SymbolFile file) {
      String query = Integer.toHexString(call.parameters().hashCode());
      return of(file.tail().revision() + '-' + query, file.lastUpdated());
    }

    /**
     * Returns the headers of a symbol's description, which contains the time of the last change.
     */
    static Map<String, String> metadata(SymbolFile file) {
      return of(change(file), file.lastUpdated());
    }

    /** Returns the tag of a symbol's last change. */
    static String change(SymbolFile file) {
      return file.tail().revision() + '-' + file.lastUpdated().toEpochMilli();
    }

    /**
     * Returns the headers of a page of the list. The tag covers its symbols and their changes.
     * There is no modification time, because a deletion can make the latest time earlier.
     *
     * @param total number of symbols on all pages
     */
    static Map<String, String> list(List<SymbolFile> files, long total) {
      String changes =
          files.stream()
              .map(file -> file.id() + ' ' + change(file))
              .collect(Collectors.joining("\n", total + "\n", ""));
      return Map.of("ETag", "W/\"" + Sha256.hex(changes, TAG_BYTES) + '"');
    }

    private static Map<String, String> of(String tag, Instant lastModified) {
      return Map.of("ETag", '"' + tag + '"', "Last-Modified", HttpDate.text(lastModified));
    }
  }
}
