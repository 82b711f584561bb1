package dev.gatehouse.areas.trading;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.StoredTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The symbols that the trading bot watches. They are stored in one document, so one write replaces
 * the list.
 */
public final class Watchlist {
  private static final String CURRENT = "current";

  private final DocumentCollection<Stored> lists;
  private final InstantSource clock;

  record Stored(String id, List<WatchlistEntry> entries, Instant lastUpdated) {}

  record Reply(boolean success, List<WatchlistEntry> watchlist, int count, Instant lastUpdated) {}

  public Watchlist(Documents documents, InstantSource clock) {
    this.lists = documents.collection("watchlists", Stored.class);
    this.clock = clock;
  }

  Answer get(Call call) {
    Optional<Stored> stored = lists.find(CURRENT);
    List<WatchlistEntry> entries =
        stored.map(Stored::entries).orElse(List.of()).stream()
            .filter(entry -> wanted(call.text("platform"), entry.platform()))
            .filter(entry -> wanted(call.text("strategy"), entry.strategy()))
            .filter(entry -> wanted(call.text("priority"), entry.priority()))
            .limit(call.number("limit"))
            .toList();
    return Answer.ok(
        new Reply(true, entries, entries.size(), stored.map(Stored::lastUpdated).orElse(null)));
  }

  Answer put(Call call, WatchlistRequest request) {
    List<WatchlistEntry> entries = request.watchlist();
    Instant now = StoredTime.now(clock);
    lists.save(new Stored(CURRENT, entries, now), CURRENT);
    return Done.answer("the watchlist has " + entries.size() + " entries");
  }

  private static boolean wanted(String filter, String value) {
    return filter == null || filter.equals(value);
  }
}
