package dev.gatehouse;

import module java.base;

/** Files of a folder and of the folders in it. */
public final class FileTree {
  private FileTree() {}

  /** Returns the files, sorted. */
  public static List<Path> of(Path folder) {
    return of(folder, "");
  }

  /** Returns the files whose names have this end, sorted. */
  public static List<Path> of(Path folder, String end) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> Files.isRegularFile(file) && file.toString().endsWith(end))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
