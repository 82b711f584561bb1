package dev.gatehouse.node;

import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.Blobs;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes blobs that no document refers to: what a node left behind that died in an upload. */
final class Sweep {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  private final Blobs blobs;
  private final List<BlobOwner> owners;
  private final Duration spared;
  private final InstantSource clock;

  /**
   * @param owners all areas that keep blobs, whether this node deploys them or not
   * @param spared blobs younger than this may be on their way into a document
   */
  Sweep(Blobs blobs, List<BlobOwner> owners, Duration spared, InstantSource clock) {
    this.blobs = blobs;
    this.owners = owners;
    this.spared = spared;
    this.clock = clock;
  }

  /** Looks once through all blobs and says how many were deleted; blocks. */
  int run() {
    int deleted = 0;
    try (Stream<String> old = blobs.olderThan(clock.instant().minus(spared))) {
      for (String blob : (Iterable<String>) old::iterator) {
        if (owners.stream().noneMatch(owner -> owner.owns(blob)) && blobs.delete(blob)) {
          deleted++;
        }
      }
    } catch (IOException e) {
      LOG.warn("the sweep of orphaned blobs stopped early", e);
    }
    if (deleted > 0) {
      LOG.info("{} orphaned blobs deleted", deleted);
    }
    return deleted;
  }
}
