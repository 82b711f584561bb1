package dev.gatehouse.store;

import java.util.List;
import java.util.function.Consumer;

/** Documents of a database as BSON bytes, for copying. The methods block. */
public interface RawDocuments {
  /**
   * Maximum number of documents processed together. {@link #MAX_BYTES} limits their approximate
   * size.
   */
  int MAX_DOCUMENTS = 500;

  int MAX_BYTES = 8 << 20;

  /** Returns the names of the collections, sorted. */
  List<String> collections();

  /** Passes all documents of a collection to a reader, in batches and in any order. */
  void each(String collection, Consumer<List<byte[]>> reader);

  void insert(String collection, List<byte[]> documents);
}
