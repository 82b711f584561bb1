package dev.gatehouse.store.blobs;

import module java.base;

/** Location where a trash stores its blobs, each under a name that begins with its id. */
public interface TrashLocation {
  /** Item of the trash, with its size in bytes. */
  record Entry(String name, long size) {}

  List<Entry> list() throws IOException;

  /** Moves blobs here durably, given names by id; returns how many existed. */
  int take(Map<String, String> names) throws IOException;

  /** Moves blobs back durably, given ids by name; returns how many existed. */
  int giveBack(Map<String, String> ids) throws IOException;

  /** Makes an item's blob as young as {@code now} once it is restored. */
  void renew(String name, Instant now) throws IOException;

  /** Deletes an item permanently; returns whether it existed. */
  boolean delete(String name) throws IOException;

  /** Returns the line that is stored beside the blobs; empty if there is no line. */
  Optional<String> note() throws IOException;

  /** Replaces the line. A power loss may undo this. */
  void note(String line) throws IOException;
}
