package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.PrivateFiles;
import io.vertx.core.WorkerExecutor;

/**
 * Creates the blobs of serving copies. Keeps a blob as long as a document may reference it.
 *
 * @param codecs reads and writes files; the size of this pool limits the concurrency
 * @param folder for files that are being written
 * @param space of the folder's disk
 */
record CopyWorkshop(Blobs blobs, WorkerExecutor codecs, Path folder, DiskSpaceGuard space) {
  private static final int CHUNK = 1 << 20;

  interface Writing<T> {
    T into(Path target) throws IOException;
  }

  interface Work<T> {
    T run() throws IOException;
  }

  record Made<T>(Blob blob, T result) {}

  LocalBlob local(String blob) throws IOException {
    return blobs.local(blob);
  }

  void discard(String blob) {
    blobs.discard(blob);
  }

  /** Creates a blob. Blocks. Invalid data is reported as 400. */
  <T> Made<T> make(Writing<T> writing) {
    try {
      return codecs.executeBlocking(() -> write(writing), false).await();
    } catch (BadMarketData e) {
      throw ApiException.of(ErrorCode.CONTENT_INVALID, e.getMessage());
    }
  }

  /**
   * Runs a write that references a blob in a document. Keeps the blob unless it is certain that no
   * document references it.
   */
  <T> T keep(Blob blob, Work<T> naming) throws IOException {
    try {
      return naming.run();
    } catch (UnknownOutcomeException mayBeNamed) {
      throw mayBeNamed;
    } catch (IOException | RuntimeException e) {
      blobs.discard(blob.id());
      throw e;
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
      delete(own);
    }
  }

  /**
   * Deletes files left by imports that a kill interrupted. Must be called before the first import.
   */
  static void clear(Path workshop) throws IOException {
    PrivateFiles.folder(workshop);
    try (DirectoryStream<Path> left = Files.newDirectoryStream(workshop, "import-*")) {
      for (Path folder : left) {
        delete(folder);
      }
    }
  }

  static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException gone) {
      return;
    }
    Files.deleteIfExists(folder);
  }
}
