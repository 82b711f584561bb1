package dev.gatehouse.store.sqlite;

import java.nio.file.Path;
import java.util.List;

/** Checks of a file's content, which throw if the content is damaged. */
record ChecksumVerifier(Path file) {
  /** Throws unless the content is as it was written. */
  void must(boolean fits, String what, long where) {
    if (!fits) {
      throw new StoreFailure(
          "the document store "
              + file
              + " is damaged: "
              + what
              + " "
              + where
              + " is damaged or out of order");
    }
  }

  /** Throws unless a scan moves forward. If a damaged tree led it backwards, it would never end. */
  <T extends Comparable<T>> void mustAscend(
      List<T> found, T before, boolean reverse, String what, long where) {
    T last = before;
    for (T each : found) {
      if (last != null && reverse) {
        must(each.compareTo(last) < 0, what, where);
      } else if (last != null) {
        must(each.compareTo(last) > 0, what, where);
      }
      last = each;
    }
  }
}
