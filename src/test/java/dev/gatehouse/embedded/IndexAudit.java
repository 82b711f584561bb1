package dev.gatehouse.embedded;

import java.nio.file.Path;
import java.util.List;

/** Verifies a closed store. */
final class IndexAudit {
  private IndexAudit() {}

  /** What does not agree; empty when all is well. */
  static List<String> of(Path folder) {
    return EmbeddedStore.verify(folder).faults();
  }
}
