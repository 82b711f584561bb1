package dev.gatehouse.node;

import dev.gatehouse.gate.BaitPaths;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of paths that only scanners ask for: the owner's, or the shipped one. */
final class BaitFile {
  private BaitFile() {}

  /**
   * @param home folder of {@code conf/}
   */
  static BaitPaths read(Path home) {
    Path file = home.resolve("conf/bait-paths.txt");
    try (InputStream in =
        Files.exists(file)
            ? Files.newInputStream(file)
            : BaitFile.class.getResourceAsStream("/conf/bait-paths.txt")) {
      return BaitPaths.parse(
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
