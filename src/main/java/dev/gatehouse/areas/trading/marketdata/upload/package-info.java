/** The owner's uploads: parquet of any writer and CSV, read within bounds and checked. */
package dev.gatehouse.areas.trading.marketdata.upload;
