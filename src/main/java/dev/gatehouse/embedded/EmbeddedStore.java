package dev.gatehouse.embedded;

import dev.gatehouse.store.DocumentCommands;
import java.nio.file.Path;
import java.util.Optional;

/** The embedded document store of a node, in the node's own process. */
public final class EmbeddedStore implements AutoCloseable {
  private final Engine engine;

  private EmbeddedStore(Engine engine) {
    this.engine = engine;
  }

  /**
   * Opens the store in a folder, which is made where missing.
   *
   * @param fsync whether an acknowledged write survives a loss of power, not only a crash
   * @throws IllegalStateException if another store has the folder, or its file can't be read
   */
  public static EmbeddedStore open(Path folder, boolean fsync) {
    return new EmbeddedStore(Engine.open(folder, fsync));
  }

  /** The documents of one database. */
  public DocumentCommands documents(String database) {
    return new EmbeddedDocuments(engine, database);
  }

  /** Empty when healthy, else one sentence about what is wrong. */
  public Optional<String> trouble() {
    return engine.trouble();
  }

  /** Documents read from the file or its cache since the start: a scan shows here. */
  public long documentsRead() {
    return engine.documentsRead();
  }

  /** Finishes the commands under way and then closes the file. */
  @Override
  public void close() {
    engine.close();
  }
}
