package dev.gatehouse.store.sqlite;

import module java.base;

/** Verifies a store. */
final class IndexAudit {
  private IndexAudit() {}

  /** Returns the inconsistencies of a closed store; empty if there are none. */
  static List<String> of(Path folder) {
    return EmbeddedStore.verify(folder).faults();
  }

  /** Verifies a store as seen by a session. */
  static StoreReport report(Databases databases) {
    return DatabaseVerification.of(databases, new LongAdder(), fault -> {});
  }
}
