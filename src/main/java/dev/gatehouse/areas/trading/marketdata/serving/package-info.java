/** The serving copy: its layout, its writer, and the reader of exactly that layout. */
package dev.gatehouse.areas.trading.marketdata.serving;
