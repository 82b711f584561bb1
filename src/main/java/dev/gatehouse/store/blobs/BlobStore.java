package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;

/** Blobs as a node keeps them: besides being written and read they are counted and swept. */
public interface BlobStore extends Blobs, AutoCloseable {
  /** Returns how many blobs there are, those in the trash not counted. */
  long count() throws IOException;

  /** The place of blobs that no document names any more. */
  Trash trash();

  /**
   * Blobs in the making that nothing was written to since a moment. Nodes may share the store: a
   * moment further back than the longest pause of a living upload finds those of the dead.
   */
  Set<String> unfinished(Instant before) throws IOException;

  /** Drops blobs in the making, by what {@link #unfinished} calls them. */
  void dropUnfinished(Collection<String> names) throws IOException;

  /** Lets go of connections; what is stored stays. */
  @Override
  void close();
}
