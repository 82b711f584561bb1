package dev.gatehouse.areas.trading;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.gatehouse.bus.ExactTime;
import dev.gatehouse.store.blobs.Blob;

/**
 * Stored metadata of a symbol's market data.
 *
 * @param id the symbol, in upper case
 * @param download ID of the Parquet file for downloads without a tail: the uploaded file, or the
 *     serving copy if the upload was CSV or bars were added
 * @param source SHA-256 of the last imported file; empty once bars were added
 * @param copy ID of the serving copy
 * @param buffer the bars to overlay on it; null in a document of an earlier release
 */
public record SymbolFile(
    String id,
    String download,
    long dataSize,
    String sha256,
    String source,
    String copy,
    String copySha256,
    @JsonProperty("tail") AppendBuffer buffer,
    @JsonUnwrapped Rows rows,
    Instant lastUpdated) {

  /** Number of rows, and the times of the first and last row. */
  record Rows(
      long rowCount,
      @JsonSerialize(using = ExactTime.class) Instant startDate,
      @JsonSerialize(using = ExactTime.class) Instant endDate) {}

  record Metadata(String format, Instant lastUpdated, @JsonUnwrapped Rows rows, long dataSize) {}

  /** Returns the document of a symbol whose data are all in a new copy. */
  static SymbolFile of(
      String id, Blob download, String source, Blob copy, String revision, Rows rows, Instant now) {
    return new SymbolFile(
        id,
        download.id(),
        download.size(),
        download.sha256(),
        source,
        copy.id(),
        copy.sha256(),
        AppendBuffer.none(revision),
        rows,
        now);
  }

  SymbolFile changed(AppendBuffer tail, Rows newRows, Instant now) {
    return new SymbolFile(id, download, dataSize, sha256, "", copy, copySha256, tail, newRows, now);
  }

  SymbolFile with(AppendBuffer tail) {
    return new SymbolFile(
        id, download, dataSize, sha256, source, copy, copySha256, tail, rows, lastUpdated);
  }

  /** Returns these data in a new copy, which is also the download. */
  SymbolFile in(Blob newCopy, String revision) {
    return of(id, newCopy, "", newCopy, revision, rows, lastUpdated);
  }

  Metadata metadata() {
    return new Metadata("parquet", lastUpdated, rows, dataSize);
  }

  AppendBuffer tail() {
    return buffer == null ? AppendBuffer.none(copySha256) : buffer;
  }

  Set<String> blobs() {
    return Stream.of(download, copy, tail().blob())
        .filter(blob -> !blob.isEmpty())
        .collect(Collectors.toSet());
  }

  long rowCount() {
    return rows.rowCount();
  }
}
