package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.DocumentCommands;

/** The parts of an embedded store, of which tests change SQLite's settings. */
record OpenStore(StoreFile file, Readers readers, Writer writer, DocumentCommands documents)
    implements AutoCloseable {
  static OpenStore open(Path folder, boolean fsync) {
    StoreFile file = StoreFile.open(folder, fsync);
    Readers readers = new Readers(file);
    Writer writer = new Writer(file, nanos -> {});
    return new OpenStore(
        file,
        readers,
        writer,
        new EmbeddedDocuments(readers, Optional.of(writer), new LongAdder(), nanos -> {}));
  }

  @Override
  public void close() {
    readers.close();
    writer.close();
    file.close();
  }
}
