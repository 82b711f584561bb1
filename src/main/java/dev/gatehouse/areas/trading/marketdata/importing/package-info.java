/**
 * Imports: sorts an upload in bounded memory, merges it with existing rows, and writes the serving
 * copy.
 */
package dev.gatehouse.areas.trading.marketdata.importing;
