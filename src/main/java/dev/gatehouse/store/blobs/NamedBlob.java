package dev.gatehouse.store.blobs;

import module java.base;

/**
 * Blob as named by a document.
 *
 * @param id id of the blob
 * @param document description for the owner, for example "audio a.wav"
 * @param size expected size in bytes; 0 if the document does not state it
 * @param sha256 expected digest in lower-case hexadecimal; empty if the document does not state it
 */
public record NamedBlob(String id, String document, long size, String sha256) {
  /**
   * @param sha256 null if the document does not state it
   */
  public static NamedBlob of(String id, String document, long size, String sha256) {
    return new NamedBlob(id, document, size, Objects.requireNonNullElse(sha256, ""));
  }

  /** Returns how stored bytes differ from what the document states; empty if they do not. */
  public Optional<String> fault(Blob found) {
    if (size > 0 && found.size() != size) {
      return Optional.of("has " + found.size() + " bytes instead of " + size);
    }
    if (!sha256.isEmpty() && !found.sha256().equals(sha256)) {
      return Optional.of("is damaged: its SHA-256 differs");
    }
    return Optional.empty();
  }
}
