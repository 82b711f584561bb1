package dev.gatehouse.store;

import dev.gatehouse.formats.CommandName;
import java.util.Optional;

/**
 * Number of the format of all documents. A release that finds a higher number does not start,
 * because it could misread the documents. The number is stored with the documents, so that it also
 * protects documents on a server.
 */
public final class DataFormat {
  /** Increase it if older releases misread or damage documents of this release. */
  static final int NUMBER = 2;

  private static final String ID = "documents";

  private record Stored(String id, int number) {}

  private DataFormat() {}

  /**
   * Rejects documents of a newer release, and raises the number of older ones. Blocks.
   *
   * @param place location of the documents, for the owner
   * @throws IllegalStateException if a newer release has written them; then nothing is changed
   */
  public static void check(Documents documents, String place) {
    DocumentCollection<Stored> formats = documents.collection("formats", Stored.class);
    Optional<Stored> stored = formats.find(ID);
    if (stored.isEmpty() && isFirst(formats)) {
      return;
    }
    int number = stored.or(() -> formats.find(ID)).map(Stored::number).orElse(0);
    if (number > NUMBER) {
      throw new IllegalStateException(
          ("the documents in %s have format %s, and this release supports format %s and"
                  + " older: run the release that wrote them, or restore a backup of this release with"
                  + " %s restore")
              .formatted(place, number, NUMBER, CommandName.get()));
    }
    if (number < NUMBER) {
      formats.update(
          Query.where("_id").is(ID).and("number").before(NUMBER).json(),
          Query.set("number", NUMBER));
    }
  }

  /** Stores the number; returns false if another node was first. */
  private static boolean isFirst(DocumentCollection<Stored> formats) {
    try {
      formats.insert(new Stored(ID, NUMBER));
      return true;
    } catch (DuplicateKeyException another) {
      return false;
    }
  }
}
