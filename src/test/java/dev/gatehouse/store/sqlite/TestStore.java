package dev.gatehouse.store.sqlite;

import dev.gatehouse.store.DocumentCommands;
import java.nio.file.Path;
import java.time.InstantSource;

/** An engine on a folder that can be reopened. */
final class TestStore implements AutoCloseable {
  private final Path folder;
  private final boolean fsync;
  private Engine engine;

  TestStore(Path folder, boolean fsync) {
    this.folder = folder;
    this.fsync = fsync;
    open();
  }

  private void open() {
    engine = Engine.open(folder, fsync, InstantSource.system());
  }

  void reopen() {
    engine.close();
    open();
  }

  Engine engine() {
    return engine;
  }

  DocumentCommands documents() {
    return new EmbeddedDocuments(engine, "test");
  }

  @Override
  public void close() {
    engine.close();
  }
}
