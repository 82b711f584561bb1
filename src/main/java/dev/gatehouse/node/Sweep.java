package dev.gatehouse.node;

import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.FileBlobs;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what no document refers to: what a node left behind that died in an upload. Where no
 * document names any of the files, the documents are not those of these files (a new, an emptied or
 * another database): then nothing is deleted.
 */
final class Sweep {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  /** No living upload pauses for so long: whatever is unfinished and older is a dead node's. */
  private static final Duration UNFINISHED = Duration.ofHours(1);

  /** Twice the longest upload and its conversion: younger ones may be on their way. */
  private static final Duration SPARED = Duration.ofHours(24);

  private static final int BATCH = 1_000;

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
    List<String> orphans = orphans();
    if (!orphans.isEmpty() && !anyIsNamed()) {
      LOG.error(
          "no document names any of the stored files: none of {} is deleted."
              + " Is this the database that belongs to them?",
          orphans.size());
      return;
    }
    for (String orphan : orphans) {
      blobs.delete(orphan);
    }
    if (!orphans.isEmpty()) {
      LOG.info("{} orphaned blobs deleted", orphans.size());
    }
  }

  private List<String> orphans() throws IOException {
    try (Stream<String> old = blobs.olderThan(clock.instant().minus(SPARED))) {
      return old.gather(Gatherers.windowFixed(BATCH)).flatMap(this::unnamed).toList();
    }
  }

  /** Looks for a file of any age that a document names. */
  private boolean anyIsNamed() throws IOException {
    try (Stream<String> all = blobs.olderThan(Instant.MAX)) {
      return all.gather(Gatherers.windowFixed(BATCH))
          .anyMatch(batch -> unnamed(batch).count() < batch.size());
    }
  }

  private Stream<String> unnamed(List<String> batch) {
    Set<String> left = new LinkedHashSet<>(batch);
    owners.forEach(owner -> left.removeAll(owner.owned(left)));
    return left.stream();
  }
}
