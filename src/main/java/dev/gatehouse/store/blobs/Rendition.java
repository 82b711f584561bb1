package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** A way in which stored bytes become served bytes. Any http node can run it. */
public interface Rendition {
  /** The name that a claim check gives it. */
  String name();

  /**
   * A local file with exactly the served bytes, if one is at hand now; never blocks (called on an
   * event loop). It may be gone a moment later: who then finds no file falls back on {@link #open}.
   */
  Optional<Path> file(String blob);

  /**
   * A signed address at which clients read exactly the served bytes themselves, if there is one;
   * never blocks.
   *
   * @param disposition for saving them; empty for none
   */
  default Optional<URI> link(String blob, String contentType, String disposition) {
    return Optional.empty();
  }

  /**
   * The served bytes [offset, offset+length); blocking, called on a worker, closed by the caller;
   * memory bounded by a frame.
   *
   * @throws IndexOutOfBoundsException when the served bytes end before offset+length
   * @throws java.nio.file.NoSuchFileException when there is no such blob
   * @throws IOException when the bytes can't be read or are damaged; reading throws it too
   */
  InputStream open(String blob, long offset, long length) throws IOException;
}
