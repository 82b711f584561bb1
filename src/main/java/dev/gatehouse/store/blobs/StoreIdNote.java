package dev.gatehouse.store.blobs;

import java.util.List;

/** The note beside blobs that says which store they belong to: a line of its format, and the id. */
public final class StoreIdNote {
  private static final String FORMAT = "gatehouse-blobs 1";

  private StoreIdNote() {}

  public static String text(String store) {
    return FORMAT + "\n" + store + "\n";
  }

  /**
   * The id of the store.
   *
   * @param place where the note lies, for the owner
   * @throws IllegalStateException if the note is damaged or of another release
   */
  public static String read(List<String> lines, String place) {
    if (lines.size() != 2 || !lines.getFirst().equals(FORMAT) || !BlobId.is(lines.getLast())) {
      throw new IllegalStateException(
          place
              + " is damaged, or of a release that this one does not know; expected are the line \""
              + FORMAT
              + "\" and the id of the store. Put the file of a backup in its place");
    }
    return lines.getLast();
  }
}
