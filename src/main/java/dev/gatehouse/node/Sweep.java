package dev.gatehouse.node;

import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.FileBlobs;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what no document refers to: what a node left behind that died in an upload. Where most of
 * what is stored would go, the documents are not those of these files (a new or another database,
 * an empty one): then nothing is deleted.
 */
final class Sweep {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  /** No living upload pauses for so long: whatever is unfinished and older is a dead node's. */
  private static final Duration UNFINISHED = Duration.ofHours(1);

  /** Twice the longest upload and its conversion: younger ones may be on their way. */
  private static final Duration SPARED = Duration.ofHours(24);

  /** More than one in so many is no accident of a few uploads. */
  private static final int SHARE = 2;

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
    List<String> orphans = new ArrayList<>();
    long seen = 0;
    try (Stream<String> old = blobs.olderThan(clock.instant().minus(SPARED))) {
      for (String blob : (Iterable<String>) old::iterator) {
        seen++;
        if (owners.stream().noneMatch(owner -> owner.owns(blob))) {
          orphans.add(blob);
        }
      }
    }
    if ((long) orphans.size() * SHARE > seen) {
      LOG.error(
          "{} of {} stored files are named by no document: none is deleted."
              + " Is this the database that belongs to them?",
          orphans.size(),
          seen);
      return;
    }
    for (String orphan : orphans) {
      blobs.delete(orphan);
    }
    if (!orphans.isEmpty()) {
      LOG.info("{} orphaned blobs deleted", orphans.size());
    }
  }
}
