package dev.gatehouse.node.storage;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStore;
import dev.gatehouse.store.blobs.Trash;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.TrustedClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves unreferenced blobs into the trash, and deletes blobs whose retention there has expired.
 * Guards against wrong documents: a blob moves only after two consecutive sweeps found it
 * unreferenced, which spares new blobs even if the clock is wrong. If an unusual share is
 * unreferenced, nothing moves. A blob that is referenced again is restored.
 */
public final class Sweep {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  /**
   * Longer than any pause of an active upload, so an older unfinished blob belongs to a dead node.
   */
  private static final Duration UNFINISHED = Duration.ofHours(1);

  /** Twice the longest upload with its conversion. Younger blobs may belong to active uploads. */
  private static final Duration SPARED = Duration.ofHours(24);

  /**
   * Twice the longest call. Every client that got a replaced blob's reference has opened it by
   * then.
   */
  private static final Duration REPLACED = Duration.ofHours(2);

  /** At most one blob in this many is usually unreferenced. */
  private static final int USUAL = 10;

  private static final int BATCH = 1_000;
  private static final int MAX_AT_ONCE = 100_000;

  private final BlobStore blobs;
  private final Trash trash;
  private final StoreId identity;
  private final List<BlobOwner> owners;
  private final ReplacedBlobs replaced;
  private final Leases leases;
  private final Duration kept;
  private final TrustedClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private Set<String> seenBefore = Set.of();
  private Set<String> unfinishedBefore = Set.of();
  private String logged = "";
  private volatile Sizes sizes = new Sizes(0, 0);

  /** Number and bytes of the blobs in the trash, as of the last check. */
  public record Sizes(long blobs, long bytes) {}

  /**
   * Unreferenced blobs.
   *
   * @param all number of all blobs, referenced or not
   */
  record Orphans(Set<String> ids, long all) {
    boolean areUsual() {
      return (long) ids.size() * USUAL <= all;
    }
  }

  /**
   * @param owners blob owners of all areas, including areas that this node does not deploy
   * @param leases ensure that one node sweeps at a time
   * @param kept retention of blobs in the trash
   */
  Sweep(
      BlobStore blobs,
      StoreId identity,
      List<BlobOwner> owners,
      ReplacedBlobs replaced,
      Leases leases,
      Duration kept,
      TrustedClock clock) {
    this.blobs = blobs;
    this.trash = blobs.trash();
    this.identity = identity;
    this.owners = owners;
    this.replaced = replaced;
    this.leases = leases;
    this.kept = kept;
    this.clock = clock;
  }

  /** Sweeps once unless another node is sweeping. Must be called once an hour. Blocks. */
  public void run() throws IOException {
    if (leases.take("sweep") == Leases.Hold.NO) {
      return;
    }
    lock.lock();
    try {
      Optional<Age> age = clock.olderThan(kept);
      if (age.isEmpty()) {
        logOnce("the clock is not confirmed: sweep skipped");
      } else if (identity.holds()) {
        sweep(age.get());
      } else {
        logOnce("the blob folder no longer belongs to the documents: sweep skipped");
      }
    } finally {
      lock.unlock();
    }
  }

  private void sweep(Age age) throws IOException {
    Set<String> unfinished = blobs.unfinished(before(UNFINISHED));
    remove(unfinished.stream().filter(unfinishedBefore::contains).toList());
    unfinishedBefore = unfinished;
    deleteReplaced();
    giveBackNamed();
    Orphans found = orphans();
    Set<String> twice = new HashSet<>(found.ids());
    twice.retainAll(seenBefore);
    seenBefore = found.ids();
    if (found.areUsual()) {
      logOnce("");
      trash.countHour();
      move(twice);
      empty(trash.olderThan(kept, age));
    } else {
      logOnce(
          ("%s of %s stored files are unreferenced, an unusual share: none is moved to the"
                  + " trash. If that is right, do it by %s trash collect")
              .formatted(found.ids().size(), found.all(), CommandName.get()));
    }
    measured();
  }

  /** Logs an obstacle to the sweep once, when it begins, instead of every hour. */
  private void logOnce(String hindrance) {
    // The numbers in the message may change every hour, but the obstacle is the same.
    boolean same = hindrance.isEmpty() == logged.isEmpty();
    logged = hindrance;
    if (!same && hindrance.isEmpty()) {
      LOG.info("the sweep continues");
    } else if (!same) {
      LOG.warn("{}", hindrance);
    }
  }

  private void remove(Collection<String> unfinished) throws IOException {
    blobs.dropUnfinished(unfinished);
    if (!unfinished.isEmpty()) {
      LOG.info("removed {} unfinished blobs of failed writers", unfinished.size());
    }
  }

  private void deleteReplaced() throws IOException {
    List<String> due = replaced.before(before(REPLACED));
    for (String blob : unnamed(due.stream()).toList()) {
      blobs.delete(blob);
    }
    if (!due.isEmpty()) {
      replaced.forget(due);
    }
  }

  private Instant before(Duration age) {
    return clock.guarded().instant().minus(age);
  }

  private Orphans orphans() throws IOException {
    try (Stream<String> old = blobs.olderThan(before(SPARED))) {
      Set<String> ids = unnamed(old).limit(MAX_AT_ONCE).collect(Collectors.toSet());
      return new Orphans(ids, blobs.count());
    }
  }

  private Stream<String> unnamed(Stream<String> some) {
    return some.gather(Gatherers.windowFixed(BATCH))
        .flatMap(batch -> {
          Set<String> left = new LinkedHashSet<>(batch);
          owners.forEach(owner -> left.removeAll(owner.owned(left)));
          return left.stream();
        });
  }

  private void move(Set<String> orphans) throws IOException {
    int moved = trash.take(orphans, clock.instant());
    if (moved > 0) {
      LOG.info("moved {} files that no document names to the trash", moved);
      giveBackNamed();
    }
  }

  /** Restores blobs that documents reference again since the sweep read them. */
  private void giveBackNamed() throws IOException {
    List<Trash.Item> items = trash.items();
    Set<String> unnamed = unnamed(items.stream().map(Trash.Item::id)).collect(Collectors.toSet());
    List<Trash.Item> named = items.stream().filter(item -> !unnamed.contains(item.id())).toList();
    if (!named.isEmpty()) {
      LOG.warn("moved {} files that documents name back from the trash", trash.giveBack(named));
    }
  }

  private void empty(List<Trash.Item> old) throws IOException {
    int deleted = trash.delete(old);
    if (deleted > 0) {
      LOG.info("deleted {} files that were in the trash for {} h", deleted, kept.toHours());
    }
  }

  /** Returns the size of the trash now. Blocks. */
  Sizes measured() throws IOException {
    List<Trash.Item> items = trash.items();
    sizes = new Sizes(items.size(), items.stream().mapToLong(Trash.Item::size).sum());
    return sizes;
  }

  public Sizes sizes() {
    return sizes;
  }

  /** A manual action of the owner on the trash. */
  interface Handwork<T> {
    T run() throws IOException;
  }

  /**
   * Runs a manual action of the owner while no sweep runs on this node, after checking that the
   * documents belong to the blobs. Blocks.
   */
  <T> T byHand(Handwork<T> work) throws IOException {
    lock.lock();
    try {
      if (!identity.holds()) {
        throw new IllegalStateException("the blob folder no longer belongs to the documents");
      }
      T done = work.run();
      measured();
      return done;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Deletes all unreferenced blobs in the trash, regardless of their age. Blocks.
   *
   * @return the deleted blobs
   */
  List<Trash.Item> empty() throws IOException {
    return byHand(() -> {
      giveBackNamed();
      List<Trash.Item> all = trash.items();
      trash.delete(all);
      return all;
    });
  }

  /**
   * Finds all unreferenced blobs that are older than a day, at the owner's request. Blocks.
   *
   * @param moved whether to move them, regardless of their share, and delete dead unfinished blobs
   */
  Orphans collect(boolean moved) throws IOException {
    return byHand(() -> {
      giveBackNamed();
      Orphans found = orphans();
      if (moved) {
        move(found.ids());
        remove(blobs.unfinished(before(UNFINISHED)));
        logOnce("");
      }
      return found;
    });
  }
}
