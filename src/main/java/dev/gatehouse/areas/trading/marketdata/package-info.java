/** Historical bars: uploads in, a tuned serving copy at rest, JSON pages and CSV out. */
package dev.gatehouse.areas.trading.marketdata;
