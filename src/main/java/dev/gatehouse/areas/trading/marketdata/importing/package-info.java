/**
 * Imports: sorts what was uploaded in bounded memory, merges it with what is there, and writes the
 * serving copy.
 */
package dev.gatehouse.areas.trading.marketdata.importing;
