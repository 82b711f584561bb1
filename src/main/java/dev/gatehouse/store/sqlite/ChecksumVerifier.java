package dev.gatehouse.store.sqlite;

import java.nio.file.Path;
import java.util.List;

/** The belief in a file, and what is thrown where it is shaken. */
record ChecksumVerifier(Path file) {
  /** Makes sure that something is as it was written. */
  void must(boolean fits, String what, long where) {
    if (!fits) {
      throw new StoreFailure(
          "the document store "
              + file
              + " is damaged: "
              + what
              + " "
              + where
              + " is not as it was written");
    }
  }

  /** Makes sure that a walk goes forward: one that a damaged tree leads back would never end. */
  <T extends Comparable<T>> void mustAscend(
      List<T> found, T before, boolean reverse, String what, long where) {
    T last = before;
    for (T each : found) {
      int order = last == null ? 1 : each.compareTo(last);
      must((reverse && last != null) ? order < 0 : order > 0, what, where);
      last = each;
    }
  }
}
