package dev.gatehouse.store;

/** Knows which blobs its documents refer to, so that the sweep of orphans spares them. */
public interface BlobOwner {
  /** Returns whether some document refers to the blob; may block. */
  boolean owns(String blob);
}
