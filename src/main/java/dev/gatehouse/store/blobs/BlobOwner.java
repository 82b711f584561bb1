package dev.gatehouse.store.blobs;

import module java.base;

/** Documents that name blobs, which the orphan sweep must therefore keep. */
public interface BlobOwner {
  /** Returns the name of the collection of the documents. */
  String collection();

  /** Returns the given blobs that a document names; may block. */
  Set<String> owned(Collection<String> blobs);

  /** Returns what documents state of the given blobs; may block. */
  List<NamedBlob> find(Collection<String> blobs);

  /** Returns all blobs that documents name, read lazily; may block. */
  Stream<NamedBlob> named();

  /**
   * Stores the size and digest of a blob in the document that names it, if the document of an
   * earlier release does not state them; may block.
   */
  default void complete(Blob found) {}

  /** Returns whether a document names any blob; may block. */
  default boolean ownsAny() {
    try (Stream<NamedBlob> named = named()) {
      return named.findAny().isPresent();
    }
  }
}
