package dev.gatehouse.areas.trading;

import dev.gatehouse.area.sequence.EventSequence;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import java.util.HashMap;
import java.util.Map;

/** The trading bot's log, watchlist and positions, and historical market data. */
record TradingArea(
    TradingLogs logs,
    EventSequence logged,
    Watchlist watchlist,
    Positions positions,
    MarketOperations market,
    MarketDownloads downloads,
    Candles candles)
    implements Area {
  @Override
  public String name() {
    return "trading";
  }

  @Override
  public Message.Handlers messages() {
    return market.messages();
  }

  @Override
  public Map<String, Handler> operations() {
    Map<String, Handler> operations = new HashMap<>(market.operations());
    operations.putAll(downloads.operations());
    operations.put("trading.candles", Area.returning(Candles.CandlePage.class, candles::page));
    operations.put("trading.logs", Area.returning(TradingLogs.Reply.class, logs::page));
    operations.put(
        "trading.addLogs",
        Area.returning(
            TradingLogs.Stored.class, Area.accepting(LogEntryRequest[].class, logs::add)));
    operations.put(
        "trading.shipLogs",
        Area.returning(TradingLogs.Stored.class, Area.accepting(Map[].class, logs::ship)));
    operations.put("trading.tailLogs", logged::missed);
    operations.put("trading.watchlist", Area.returning(Watchlist.Reply.class, watchlist::get));
    operations.put(
        "trading.putWatchlist",
        Area.returning(
            Done.class, Area.accepting(Watchlist.WatchlistRequest.class, watchlist::put)));
    operations.put("trading.positions", Area.returning(Positions.Reply.class, positions::get));
    operations.put(
        "trading.putPositions",
        Area.returning(
            Done.class, Area.accepting(Positions.PositionsRequest.class, positions::put)));
    return operations;
  }
}
