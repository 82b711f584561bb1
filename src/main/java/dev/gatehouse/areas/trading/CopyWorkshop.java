package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.store.files.PrivateFiles;
import io.vertx.core.WorkerExecutor;

/**
 * Creates the blobs of serving copies. Keeps a blob as long as a document may reference it.
 *
 * @param codecs reads and writes files; the size of this pool limits the concurrency
 * @param folder for files that are being written
 */
record CopyWorkshop(Blobs blobs, WorkerExecutor codecs, Path folder) {
  private static final int CHUNK = 1 << 20;

  /**
   * Writes a serving copy.
   *
   * @param <T> the result about the copy
   */
  interface Writing<T> {
    T into(Path target) throws IOException;
  }

  /** Writes a reference to a blob into a document. */
  interface Naming<T> {
    T run() throws IOException;
  }

  /** A new blob, and the result of writing it. */
  record Made<T>(Blob blob, T result) {}

  LocalBlob local(String blob) throws IOException {
    return blobs.local(blob);
  }

  /** Deletes a blob that no document references. */
  void discard(String blob) {
    blobs.discard(blob);
  }

  /** Creates a blob. Blocks. Invalid data is reported as 400. */
  <T> Made<T> make(Writing<T> writing) {
    record Outcome<T>(Made<T> made, ApiError failure) {}
    Outcome<T> outcome =
        codecs
            .executeBlocking(
                () -> {
                  try {
                    return new Outcome<>(write(writing), null);
                  } catch (BadMarketData e) {
                    return new Outcome<T>(
                        null, ApiError.of(ErrorCode.CONTENT_INVALID, e.getMessage()));
                  }
                },
                false)
            .await();
    if (outcome.failure() != null) {
      throw outcome.failure().exception();
    }
    return outcome.made();
  }

  /**
   * Runs a write that references a blob in a document. Keeps the blob unless it is certain that no
   * document references it.
   */
  <T> T keep(Blob blob, Naming<T> naming) {
    try {
      return naming.run();
    } catch (UnknownOutcomeException mayBeNamed) {
      throw mayBeNamed;
    } catch (RuntimeException e) {
      blobs.discard(blob.id());
      throw e;
    } catch (IOException e) {
      blobs.discard(blob.id());
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads a stored file before it is copied into another. The digest of a copy would hide damage.
   *
   * @throws IOException if its SHA-256 differs
   */
  static void mustBeIntact(Path file, String sha256) throws IOException {
    String found;
    try (InputStream in = Files.newInputStream(file)) {
      found = Sha256.hex(in);
    }
    if (!found.equals(sha256)) {
      throw new IOException("the stored file " + file + " is damaged: its SHA-256 differs");
    }
  }

  Blob store(Path file) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    try (FileChannel in = FileChannel.open(file);
        BlobWriter out = blobs.create()) {
      while (in.read(chunk.clear()) >= 0) {
        out.write(chunk.flip());
      }
      return out.commit();
    }
  }

  private <T> Made<T> write(Writing<T> writing) throws IOException {
    PrivateFiles.folder(folder);
    Path own = Files.createTempDirectory(folder, "import-");
    Path target = own.resolve("copy.parquet");
    try {
      T result = writing.into(target);
      return new Made<>(store(target), result);
    } finally {
      Files.deleteIfExists(target);
      Folders.delete(own);
    }
  }
}
