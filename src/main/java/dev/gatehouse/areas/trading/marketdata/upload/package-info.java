/** The owner's uploads: Parquet of any writer, and CSV, read within limits and validated. */
package dev.gatehouse.areas.trading.marketdata.upload;
