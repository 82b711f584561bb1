package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.store.files.PrivateFiles;

/** The folders in which serving copies are written. */
public final class Folders {
  private Folders() {}

  /**
   * Deletes files left by imports that a kill interrupted. Must be called before the first import.
   */
  public static void clear(Path workshop) throws IOException {
    PrivateFiles.folder(workshop);
    try (DirectoryStream<Path> left = Files.newDirectoryStream(workshop, "import-*")) {
      for (Path folder : left) {
        delete(folder);
      }
    }
  }

  static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException gone) {
      return;
    }
    Files.deleteIfExists(folder);
  }
}
