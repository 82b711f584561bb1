package dev.gatehouse.store.blobs;

/**
 * A blob as a document names it.
 *
 * @param id of the blob
 * @param document in words for the owner, "audio a.wav" for example
 * @param size bytes that it must have; 0 where the document does not say
 * @param sha256 that it must have, in lower-case hexadecimal; empty where the document does not say
 */
public record NamedBlob(String id, String document, long size, String sha256) {
  /**
   * @param sha256 null where the document does not say
   */
  public static NamedBlob of(String id, String document, long size, String sha256) {
    return new NamedBlob(id, document, size, sha256 == null ? "" : sha256);
  }
}
