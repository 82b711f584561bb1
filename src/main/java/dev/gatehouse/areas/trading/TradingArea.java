package dev.gatehouse.areas.trading;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Done;
import java.util.HashMap;
import java.util.Map;

/** The trading bot's log, watchlist and positions, and historical market data. */
final class TradingArea implements Area {
  /** Published when a symbol's data have changed; its data name the {@code symbol}. */
  static final String DATA_CHANGED = "trading.dataChanged";

  private final TradingLogs logs;
  private final Watchlist watchlist;
  private final Positions positions;
  private final MarketOperations market;
  private final Candles candles;

  TradingArea(
      TradingLogs logs,
      Watchlist watchlist,
      Positions positions,
      MarketOperations market,
      Candles candles) {
    this.logs = logs;
    this.watchlist = watchlist;
    this.positions = positions;
    this.market = market;
    this.candles = candles;
  }

  @Override
  public String name() {
    return "trading";
  }

  @Override
  public Map<String, Handler> localMessages() {
    return market.localMessages();
  }

  @Override
  public Map<String, Handler> operations() {
    Map<String, Handler> operations = new HashMap<>(market.operations());
    operations.put("trading.candles", Area.giving(Candles.CandlePage.class, candles::page));
    operations.put("trading.logs", Area.giving(TradingLogs.Reply.class, logs::page));
    operations.put(
        "trading.addLogs",
        Area.giving(TradingLogs.Stored.class, Area.taking(NewLogEntry[].class, logs::add)));
    operations.put("trading.tailLogs", logs::missed);
    operations.put("trading.watchlist", Area.giving(Watchlist.Reply.class, watchlist::get));
    operations.put(
        "trading.putWatchlist",
        Area.giving(Done.class, Area.taking(WatchlistRequest.class, watchlist::put)));
    operations.put("trading.positions", Area.giving(Positions.Reply.class, positions::get));
    operations.put(
        "trading.putPositions",
        Area.giving(Done.class, Area.taking(Positions.PositionsRequest.class, positions::put)));
    return operations;
  }
}
