package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.security.HoneypotPaths;

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
