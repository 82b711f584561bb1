package dev.gatehouse.node;

import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.FileBlobs;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes what no document refers to: what a node left behind that died in an upload. */
final class Sweep {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  /** No living upload pauses for so long: whatever is unfinished and older is a dead node's. */
  private static final Duration UNFINISHED = Duration.ofHours(1);

  /** Twice the longest upload and its conversion: younger ones may be on their way. */
  private static final Duration SPARED = Duration.ofHours(24);

  private final FileBlobs blobs;
  private final List<BlobOwner> owners;
  private final InstantSource clock;

  /**
   * @param owners all areas that keep blobs, whether this node deploys them or not
   */
  Sweep(FileBlobs blobs, List<BlobOwner> owners, InstantSource clock) {
    this.blobs = blobs;
    this.owners = owners;
    this.clock = clock;
  }

  /** Looks once through all blobs; blocks. */
  void run() throws IOException {
    blobs.removeUnfinished(clock.instant().minus(UNFINISHED));
    int deleted = 0;
    try (Stream<String> old = blobs.olderThan(clock.instant().minus(SPARED))) {
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
  }
}
