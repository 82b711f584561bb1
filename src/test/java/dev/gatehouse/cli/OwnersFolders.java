package dev.gatehouse.cli;

import module java.base;

import org.junit.jupiter.api.io.TempDir;

/** A data folder, a backup of it, and the output of the commands on them. */
abstract class OwnersFolders {
  @TempDir Path folder;
  final StringWriter output = new StringWriter();

  final Path data() {
    return folder.resolve("data");
  }

  final Path backup() {
    return folder.resolve("backup");
  }

  final int run(Path data, String... words) {
    return OwnersData.run(data, output, words);
  }
}
