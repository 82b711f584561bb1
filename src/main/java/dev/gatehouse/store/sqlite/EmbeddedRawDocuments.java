package dev.gatehouse.store.sqlite;

import dev.gatehouse.store.RawDocuments;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Consumer;

/** Documents of a store, for copying. */
record EmbeddedRawDocuments(EmbeddedDocuments documents) implements RawDocuments {
  @Override
  public List<String> collections() {
    return documents.collections();
  }

  @Override
  public void each(String collection, Consumer<List<JsonObject>> reader) {
    documents.each(collection, reader);
  }

  @Override
  public void insert(String collection, List<JsonObject> inserted) {
    documents.insert(collection, inserted);
  }
}
