package dev.gatehouse.trading;

import java.time.Instant;

/**
 * The stored facts of a symbol's market data.
 *
 * @param id the symbol, in upper case
 * @param download blob of the parquet file as it is downloaded: the uploaded one, or the serving
 *     copy where the upload was CSV or bars were added
 * @param dataSize its bytes
 * @param sha256 of it
 * @param source SHA-256 of the file that was put last; empty once bars were added
 * @param copy blob of the serving copy
 * @param copySha256 of that
 */
public record SymbolFile(
    String id,
    String download,
    long dataSize,
    String sha256,
    String source,
    String copy,
    String copySha256,
    long rowCount,
    Instant startDate,
    Instant endDate,
    Instant lastUpdated) {

  /** The part of it that clients see. */
  record Metadata(
      String format,
      Instant lastUpdated,
      long rowCount,
      Instant startDate,
      Instant endDate,
      long dataSize) {}

  Metadata metadata() {
    return new Metadata("parquet", lastUpdated, rowCount, startDate, endDate, dataSize);
  }
}
