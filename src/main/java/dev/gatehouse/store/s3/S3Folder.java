package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.store.blobs.Blob;

/**
 * Objects of a bucket with a common prefix, as a folder of files. All calls block.
 *
 * @param prefix start of all keys; empty or with a slash at the end
 */
public record S3Folder(S3Objects objects, String prefix) implements AutoCloseable {
  /** Returns the sizes in bytes of all files whose names have this start, by name. */
  public SortedMap<String, Long> sizes(String start) throws IOException {
    return objects.sizes(prefix + start, prefix);
  }

  /** Returns a small file's text; empty if it does not exist. */
  public Optional<String> text(String name) throws IOException {
    return objects.text(prefix + name);
  }

  /** Returns the SHA-256 that an upload stored with a file; empty without the file. */
  public Optional<String> sha256(String name) throws IOException {
    return objects.find(prefix + name).map(S3Objects.Facts::sha256);
  }

  /** Returns the bytes of a file; the caller closes the stream. */
  public InputStream read(String name) throws IOException {
    return objects.read(prefix + name);
  }

  /** Uploads a file, and replaces an existing one. */
  public void upload(Path file, String name, long size, String sha256) throws IOException {
    new S3Upload(objects, prefix + name, file, new Blob(name, size, sha256)).run();
  }

  /** Copies a file within the object store; returns false if it does not exist. */
  public boolean copy(String from, String to) throws IOException {
    return objects.copy(prefix + from, prefix + to);
  }

  public void delete(String name) throws IOException {
    objects.delete(prefix + name);
  }

  @Override
  public String toString() {
    return objects + "/" + prefix;
  }

  @Override
  public void close() {
    objects.close();
  }
}
