package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The place where a trash keeps its blobs, each under a name that begins with its id. */
public interface TrashLocation {
  /** Something that lies here; size in bytes. */
  record Entry(String name, long size) {}

  List<Entry> list() throws IOException;

  /** Moves blobs here, names by ids; returns how many there were. It lasts when this returns. */
  int take(Map<String, String> names) throws IOException;

  /** Moves blobs back, ids by names; returns how many there were. It lasts when this returns. */
  int giveBack(Map<String, String> ids) throws IOException;

  /** Sees to it that what lies under a name will be as young as now once it is given back. */
  void renew(String name, Instant now) throws IOException;

  /** Deletes for good; returns whether there was such a name. */
  boolean delete(String name) throws IOException;

  /** A line that is kept beside the blobs; empty where there is none. */
  Optional<String> note() throws IOException;

  /** Replaces the line; it may be lost in a power cut. */
  void note(String line) throws IOException;
}
