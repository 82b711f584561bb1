package dev.gatehouse.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Verifies a closed store. */
final class IndexAudit {
  private IndexAudit() {}

  /** What does not agree; empty when all is well. */
  static List<String> of(Path folder) {
    LongAdder reads = new LongAdder();
    try (StoreFile file = new StoreFile(folder, false);
        Readers readers = new Readers(file, reads)) {
      return readers.run(Verification::of).faults();
    }
  }
}
