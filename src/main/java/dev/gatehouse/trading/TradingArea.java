package dev.gatehouse.trading;

import dev.gatehouse.bus.Area;
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

  TradingArea(TradingLogs logs, Watchlist watchlist, Positions positions, MarketOperations market) {
    this.logs = logs;
    this.watchlist = watchlist;
    this.positions = positions;
    this.market = market;
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
    operations.put("trading.logs", logs::page);
    operations.put("trading.addLogs", Area.taking(NewLogEntry[].class, logs::add));
    operations.put("trading.tailLogs", logs::missed);
    operations.put("trading.watchlist", watchlist::get);
    operations.put("trading.putWatchlist", Area.taking(WatchlistRequest.class, watchlist::put));
    operations.put("trading.positions", positions::get);
    operations.put(
        "trading.putPositions", Area.taking(Positions.PositionsRequest.class, positions::put));
    return operations;
  }
}
