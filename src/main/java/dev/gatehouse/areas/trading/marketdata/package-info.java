/**
 * Historical bars: imports of uploads, the serving copies on disk, and their output as JSON pages
 * and CSV.
 */
package dev.gatehouse.areas.trading.marketdata;
