package dev.gatehouse.store.sqlite;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Verifies a store. */
final class IndexAudit {
  private IndexAudit() {}

  /** What does not agree in a closed one; empty when all is well. */
  static List<String> of(Path folder) {
    return EmbeddedStore.verify(folder).faults();
  }

  /** What a session sees. */
  static StoreReport report(Databases databases) {
    return DatabaseVerification.of(databases, new LongAdder(), fault -> {});
  }
}
