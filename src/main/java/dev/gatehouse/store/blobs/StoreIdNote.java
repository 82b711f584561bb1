package dev.gatehouse.store.blobs;

import java.util.List;

/** Note beside blobs that identifies their store: a line with its format, and the store's id. */
public final class StoreIdNote {
  private static final String FORMAT = "gatehouse-blobs 1";

  private StoreIdNote() {}

  public static String text(String store) {
    return FORMAT + "\n" + store + "\n";
  }

  /**
   * Returns the id of the store.
   *
   * @param place location of the note, for the owner
   * @throws IllegalStateException if the note is damaged or of another release
   */
  public static String read(List<String> lines, String place) {
    if (lines.size() != 2 || !lines.getFirst().equals(FORMAT) || !BlobId.is(lines.getLast())) {
      throw new IllegalStateException(
          ("%s is damaged or was written by an unknown release; expected are the line \"%s\""
                  + " and the ID of the store. Restore the file from a backup")
              .formatted(place, FORMAT));
    }
    return lines.getLast();
  }
}
