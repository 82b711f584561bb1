package dev.gatehouse.trading;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * The stored facts of a symbol's market data.
 *
 * @param id the symbol, in upper case
 * @param file the parquet file as it is downloaded: the uploaded one, or the serving copy where the
 *     upload was CSV or bars were added
 * @param source SHA-256 of the file that was put last; empty once bars were added
 * @param served the serving copy
 */
public record SymbolFile(
    String id,
    @JsonUnwrapped Download file,
    String source,
    @JsonUnwrapped Served served,
    @JsonUnwrapped Rows rows,
    Instant lastUpdated) {

  /**
   * @param download its blob
   */
  record Download(String download, long dataSize, String sha256) {}

  /**
   * @param copy its blob
   */
  record Served(String copy, String copySha256) {}

  /** The rows of the data, and the times of their first and last. */
  record Rows(long rowCount, Instant startDate, Instant endDate) {}

  /** The part of it that clients see. */
  record Metadata(String format, Instant lastUpdated, @JsonUnwrapped Rows rows, long dataSize) {}

  Metadata metadata() {
    return new Metadata("parquet", lastUpdated, rows, file.dataSize());
  }

  String download() {
    return file.download();
  }

  long dataSize() {
    return file.dataSize();
  }

  String sha256() {
    return file.sha256();
  }

  String copy() {
    return served.copy();
  }

  String copySha256() {
    return served.copySha256();
  }

  long rowCount() {
    return rows.rowCount();
  }
}
