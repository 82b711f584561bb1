package dev.gatehouse.area.extension;

import module java.base;

/** Stored files by name. They are part of backups. All methods block. */
public interface FileStore {
  /**
   * Stores an uploaded file, replacing the file of this name.
   *
   * @param name 1 to 200 letters, digits, spaces and {@code . _ -}
   * @throws IllegalArgumentException if the name has other characters
   */
  StoredFile save(String name, ApiRequest.UploadedFile upload);

  Optional<StoredFile> find(String name);

  /** Returns files in the order of their names, after a name; empty to begin. */
  List<StoredFile> list(String after, int limit);

  /** Reads a file. The caller closes the stream. */
  InputStream open(StoredFile file) throws IOException;

  /** Deletes a file; returns whether it existed. */
  boolean delete(String name);

  /**
   * A stored file.
   *
   * @param token identifies the stored bytes
   * @param size in bytes
   * @param sha256 64 hex digits
   * @param contentType media type that the client declared
   */
  record StoredFile(String name, String token, long size, String sha256, String contentType) {}
}
