package dev.gatehouse.store;

import module java.base;

import io.vertx.core.json.JsonObject;

/** All documents of a database in the Mongo client's form, for copying. The methods block. */
public interface RawDocuments {
  /** Maximum number of documents processed together. */
  int MAX_DOCUMENTS = 500;

  /** Returns the names of the collections, sorted. */
  List<String> collections();

  /** Passes all documents of a collection to a reader, in batches and in any order. */
  void each(String collection, Consumer<List<JsonObject>> reader);

  void insert(String collection, List<JsonObject> documents);
}
