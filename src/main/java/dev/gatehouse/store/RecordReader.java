package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Converts a collection's documents to records.
 *
 * @param tolerant reader that skips invalid documents; absent if they are errors
 */
record RecordReader<T extends Record>(
    String collection, Class<T> type, Optional<LenientDecoder> tolerant) {

  T record(JsonObject document) {
    return Bson.record(document, type);
  }

  /** Returns the record; empty if it is invalid and invalid documents are skipped. */
  Optional<T> one(JsonObject document) {
    return all(List.of(document)).stream().findFirst();
  }

  List<T> all(List<JsonObject> documents) {
    return tolerant
        .map(reads -> reads.all(collection, documents, RecordReader::name, this::record))
        .orElseGet(() -> documents.stream().map(this::record).toList());
  }

  private static String name(JsonObject document) {
    return Objects.toString(document.getValue("_id"));
  }
}
