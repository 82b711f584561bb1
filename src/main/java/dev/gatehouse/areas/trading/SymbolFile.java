package dev.gatehouse.areas.trading;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.gatehouse.bus.ExactTime;
import dev.gatehouse.store.blobs.Blob;

/**
 * Stored metadata of a symbol's market data.
 *
 * @param id the symbol, in upper case
 * @param file the Parquet file for downloads without a tail: the uploaded file, or the serving copy
 *     if the upload was CSV or bars were added
 * @param source SHA-256 of the last imported file; empty once bars were added
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
   * @param download ID of its blob
   */
  record Download(String download, long dataSize, String sha256) {
    static Download of(Blob blob) {
      return new Download(blob.id(), blob.size(), blob.sha256());
    }
  }

  /**
   * @param copy ID of its blob
   * @param tail the bars to overlay on it; null in a document of an earlier release
   */
  record Served(String copy, String copySha256, AppendBuffer tail) {}

  /** Number of rows, and the times of the first and last row. */
  record Rows(
      long rowCount,
      @JsonSerialize(using = ExactTime.class) Instant startDate,
      @JsonSerialize(using = ExactTime.class) Instant endDate) {}

  /** The part that clients see. */
  record Metadata(String format, Instant lastUpdated, @JsonUnwrapped Rows rows, long dataSize) {}

  /** Returns these data with bars added or replaced. */
  SymbolFile changed(AppendBuffer tail, Rows newRows, Instant now) {
    return new SymbolFile(id, file, "", served, newRows, now).with(tail);
  }

  /** Returns these data with another tail. */
  SymbolFile with(AppendBuffer tail) {
    Served with = new Served(copy(), copySha256(), tail);
    return new SymbolFile(id, file, source, with, rows, lastUpdated);
  }

  /** Returns these data in a new copy, which is also the download. */
  SymbolFile in(Blob copy, String revision) {
    Served in = new Served(copy.id(), copy.sha256(), AppendBuffer.none(revision));
    return new SymbolFile(id, Download.of(copy), "", in, rows, lastUpdated);
  }

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

  AppendBuffer tail() {
    return served.tail() == null ? AppendBuffer.none(copySha256()) : served.tail();
  }

  /** Returns the blobs that the document references. */
  Set<String> blobs() {
    return Stream.of(download(), copy(), tail().blob())
        .filter(blob -> !blob.isEmpty())
        .collect(Collectors.toSet());
  }

  long rowCount() {
    return rows.rowCount();
  }
}
