package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.DocumentCommands;

/**
 * Read-only access to the documents in a store's file. A store in another process may have it open
 * and continue to write.
 */
public final class EmbeddedReader implements AutoCloseable {
  /** Folder of a converted copy; empty if the file has this format. */
  private final Optional<Path> converted;

  private final StoreFile file;
  private final Readers readers;

  /**
   * Opens a store's file. The file of an earlier release is read from a converted copy in the
   * temporary folder.
   *
   * @throws IllegalStateException if it does not exist or cannot be read
   */
  public EmbeddedReader(Path folder) {
    converted = EmbeddedStore.isFormer(folder) ? Optional.of(converted(folder)) : Optional.empty();
    file = StoreFile.toRead(converted.orElse(folder));
    readers = new Readers(file);
  }

  private static Path converted(Path folder) {
    try {
      Path copy = Files.createTempDirectory("documents");
      Conversion.run(folder, copy);
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the documents. Every command that writes fails. */
  public DocumentCommands documents() {
    return EmbeddedDocuments.toRead(readers);
  }

  @Override
  public void close() {
    readers.close();
    file.close();
    try {
      if (converted.isPresent()) {
        Conversion.delete(converted.get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
