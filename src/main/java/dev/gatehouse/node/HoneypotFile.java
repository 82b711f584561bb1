package dev.gatehouse.node;

import dev.gatehouse.security.HoneypotPaths;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the file of paths that only scanners request: the owner's file or the shipped default. */
final class HoneypotFile {
  private HoneypotFile() {}

  /**
   * @param home folder of {@code conf/}
   */
  static HoneypotPaths read(Path home) {
    Path file = home.resolve("conf/bait-paths.txt");
    try (InputStream in =
        Files.exists(file)
            ? Files.newInputStream(file)
            : HoneypotFile.class.getResourceAsStream("/conf/bait-paths.txt")) {
      return HoneypotPaths.parse(
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
