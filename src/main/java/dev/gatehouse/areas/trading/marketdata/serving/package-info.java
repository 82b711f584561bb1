/** The serving copy: its layout, its writer, and a reader for exactly that layout. */
package dev.gatehouse.areas.trading.marketdata.serving;
