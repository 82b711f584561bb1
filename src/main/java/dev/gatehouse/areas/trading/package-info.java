/**
 * The trading area: the bot's log, watchlist and positions, and historical market data by symbol.
 */
package dev.gatehouse.areas.trading;
