package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes records of a collection's documents.
 *
 * @param tolerant skips what is no such record; absent where that is a fault
 */
record RecordReader<T extends Record>(
    String collection, Class<T> type, Optional<LenientDecoder> tolerant) {

  T record(JsonObject document) {
    return Bson.record(document, type);
  }

  /** The record; empty where it is odd and may be. */
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
