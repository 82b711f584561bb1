package dev.gatehouse.store.sqlite;

import dev.gatehouse.store.DocumentCommands;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Read-only access to the documents in a store's file. A store in another process may have it open
 * and continue to write.
 */
public final class EmbeddedReader implements AutoCloseable {
  private final StoreFile file;
  private final Readers readers;

  /**
   * Opens a store's file.
   *
   * @throws IllegalStateException if it does not exist or cannot be read
   */
  public EmbeddedReader(Path folder) {
    file = StoreFile.toRead(folder);
    readers = new Readers(file);
  }

  /** Returns the documents. Every command that writes fails. */
  public DocumentCommands documents() {
    return new EmbeddedDocuments(readers, Optional.empty(), new LongAdder(), Supplier::get);
  }

  @Override
  public void close() {
    readers.close();
    file.close();
  }
}
