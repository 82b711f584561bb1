package dev.gatehouse.areas.trading;

import module java.base;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.ExactTime;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.StoredTime;

/**
 * The symbols that the trading bot watches. They are stored in one document, so one write replaces
 * the list.
 */
public final class Watchlist {
  private static final String CURRENT = "current";

  private final DocumentCollection<Stored> lists;
  private final InstantSource clock;

  /** A symbol that the trading bot watches, and the reason. */
  record WatchlistEntry(
      String symbol,
      @JsonSerialize(using = ExactTime.class) Instant timestamp,
      String platform,
      String strategy,
      String reason,
      DataStatus dataStatus,
      Scores scores,
      List<String> missingData,
      String priority) {

    record DataStatus(Boolean hasOptions, Integer hourlyBarsCount) {}

    record Scores(BigDecimal recoveryScore, BigDecimal volatility, BigDecimal currentPrice) {}
  }

  private record WatchlistRequest(List<WatchlistEntry> watchlist) {}

  record Stored(String id, List<WatchlistEntry> entries, Instant lastUpdated) {}

  private record Reply(
      boolean success,
      List<WatchlistEntry> watchlist,
      int count,
      Instant lastUpdated,
      PageOrder.Pagination pagination) {}

  public Watchlist(Documents documents, InstantSource clock) {
    this.lists = documents.collection("watchlists", Stored.class);
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "trading.watchlist", Area.returning(Reply.class, this::get),
        "trading.putWatchlist", Area.returning(Done.class, WatchlistRequest.class, this::put));
  }

  private Answer get(Call call) {
    Optional<Stored> stored = lists.find(CURRENT);
    List<WatchlistEntry> all =
        stored.map(Stored::entries).orElse(List.of()).stream()
            .filter(entry -> wanted(call.text("platform"), entry.platform()))
            .filter(entry -> wanted(call.text("strategy"), entry.strategy()))
            .filter(entry -> wanted(call.text("priority"), entry.priority()))
            .toList();
    var page = ListPage.of(PageOrder.of(call), all, entry -> entry);
    return Answer.ok(
        new Reply(
            true,
            page.entries(),
            page.entries().size(),
            stored.map(Stored::lastUpdated).orElse(null),
            page.pagination()));
  }

  private Answer put(Call call, WatchlistRequest request) {
    List<WatchlistEntry> entries = request.watchlist();
    Instant now = StoredTime.now(clock);
    lists.save(new Stored(CURRENT, entries, now), CURRENT);
    return Done.answer("the watchlist has " + entries.size() + " entries");
  }

  private static boolean wanted(String filter, String value) {
    return filter == null || filter.equals(value);
  }
}
