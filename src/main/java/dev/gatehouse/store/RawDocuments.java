package dev.gatehouse.store;

import java.util.List;
import java.util.function.Consumer;

/** A database's documents as BSON, byte for byte: what a copy is made of. The methods block. */
public interface RawDocuments {
  /** Bound of the documents that go by at once; the other is that of their bytes, roughly. */
  int MAX_DOCUMENTS = 500;

  int MAX_BYTES = 8 << 20;

  /** The names of the collections, in their order. */
  List<String> collections();

  /** Shows all documents of a collection, some at a time and in any order. */
  void each(String collection, Consumer<List<byte[]>> reader);

  /** Stores new documents. */
  void insert(String collection, List<byte[]> documents);
}
