package dev.gatehouse.node.storage;

import dev.gatehouse.store.Leases;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStore;
import dev.gatehouse.store.blobs.Trash;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves blobs that no document names into the trash, and deletes what has lain there for long. No
 * document is trusted blindly: a blob goes only when two sweeps in a row have found it an orphan,
 * which spares fresh ones whatever the clock does; nothing goes when an unusual share would; and
 * whatever is named again comes back.
 */
public final class Sweep {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
  private static final String JOB = "sweep";

  /** No living upload pauses for so long: whatever is unfinished and older is a dead node's. */
  private static final Duration UNFINISHED = Duration.ofHours(1);

  /** Twice the longest upload and its conversion: younger ones may be on their way. */
  private static final Duration SPARED = Duration.ofHours(24);

  /** Twice the longest call: whoever was told of a replaced blob has opened it by now. */
  private static final Duration REPLACED = Duration.ofHours(2);

  /** One orphan in so many blobs is usual. */
  private static final int USUAL = 10;

  private static final int BATCH = 1_000;
  private static final int MAX_AT_ONCE = 100_000;

  private final BlobStore blobs;
  private final Trash trash;
  private final Documents documents;
  private final Duration kept;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private Set<String> seenBefore = Set.of();
  private Set<String> unfinishedBefore = Set.of();
  private String logged = "";
  private volatile Sizes sizes = new Sizes(0, 0);

  /**
   * The side of the documents.
   *
   * @param owners of all areas, whether this node deploys them or not
   * @param leases so that one node sweeps at a time
   */
  record Documents(
      StoreId identity, List<BlobOwner> owners, ReplacedBlobs replaced, Leases leases) {}

  /** The blobs in the trash, as the last look found them. */
  public record Sizes(long blobs, long bytes) {}

  /**
   * The orphans that there are.
   *
   * @param all blobs, named or not
   */
  record Orphans(Set<String> ids, long all) {
    boolean areUsual() {
      return (long) ids.size() * USUAL <= all;
    }
  }

  /**
   * @param kept how long a blob stays in the trash
   */
  Sweep(BlobStore blobs, Documents documents, Duration kept, InstantSource clock) {
    this.blobs = blobs;
    this.trash = blobs.trash();
    this.documents = documents;
    this.kept = kept;
    this.clock = clock;
  }

  /** Creates the index; blocks. */
  public void prepare() {
    documents.replaced().prepare();
  }

  /** Sweeps once, if no other node does; to be called once an hour. Blocks. */
  public void run() throws IOException {
    if (documents.leases().take(JOB) == Leases.Hold.NO) {
      return;
    }
    lock.lock();
    try {
      if (documents.identity().holds()) {
        sweep();
      } else {
        logOnce("the blob folder is not that of the documents any more: nothing is swept");
      }
    } finally {
      lock.unlock();
    }
  }

  private void sweep() throws IOException {
    Set<String> unfinished = blobs.unfinished(clock.instant().minus(UNFINISHED));
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
      empty(trash.olderThan(kept, clock.instant()));
    } else {
      logOnce(
          found.ids().size()
              + " of "
              + found.all()
              + " stored files are named by no document, an unusual share: none is moved to the"
              + " trash. If that is right, do it by scripts/gatehouse trash collect");
    }
    measured();
  }

  /** Says what hinders the sweep once, when it begins, and not every hour. */
  private void logOnce(String hindrance) {
    // The figures may change from hour to hour; what it is about does not.
    boolean same = hindrance.isEmpty() == logged.isEmpty();
    logged = hindrance;
    if (!same && hindrance.isEmpty()) {
      LOG.info("the sweep goes on");
    } else if (!same) {
      LOG.warn("{}", hindrance);
    }
  }

  private void remove(Collection<String> unfinished) throws IOException {
    blobs.dropUnfinished(unfinished);
    if (!unfinished.isEmpty()) {
      LOG.info("{} unfinished blobs of writers that died removed", unfinished.size());
    }
  }

  private void deleteReplaced() throws IOException {
    List<String> due = documents.replaced().before(clock.instant().minus(REPLACED));
    for (String blob : unnamed(due).toList()) {
      blobs.delete(blob);
    }
    if (!due.isEmpty()) {
      documents.replaced().forget(due);
    }
  }

  private Orphans orphans() throws IOException {
    try (Stream<String> old = blobs.olderThan(clock.instant().minus(SPARED))) {
      Set<String> ids = unnamed(old).limit(MAX_AT_ONCE).collect(Collectors.toSet());
      return new Orphans(ids, blobs.count());
    }
  }

  private Stream<String> unnamed(Collection<String> some) {
    return unnamed(some.stream());
  }

  private Stream<String> unnamed(Stream<String> some) {
    return some.gather(Gatherers.windowFixed(BATCH))
        .flatMap(batch -> {
          Set<String> left = new LinkedHashSet<>(batch);
          documents.owners().forEach(owner -> left.removeAll(owner.owned(left)));
          return left.stream();
        });
  }

  private int move(Set<String> orphans) throws IOException {
    int moved = trash.take(orphans, clock.instant());
    if (moved > 0) {
      LOG.info("{} files that no document names moved to the trash", moved);
      giveBackNamed();
    }
    return moved;
  }

  /** The documents may have come to name a blob since they were asked. */
  private void giveBackNamed() throws IOException {
    List<Trash.Item> items = trash.items();
    Set<String> ids = items.stream().map(Trash.Item::id).collect(Collectors.toSet());
    Set<String> unnamed = unnamed(ids).collect(Collectors.toSet());
    List<Trash.Item> named = items.stream().filter(item -> !unnamed.contains(item.id())).toList();
    if (!named.isEmpty()) {
      LOG.warn("{} files in the trash are named by documents: moved back", trash.giveBack(named));
    }
  }

  private void empty(List<Trash.Item> old) throws IOException {
    int deleted = trash.delete(old);
    if (deleted > 0) {
      LOG.info("{} files deleted that were in the trash for {} h", deleted, kept.toHours());
    }
  }

  /** The blobs in the trash now; blocks. */
  Sizes measured() throws IOException {
    List<Trash.Item> items = trash.items();
    sizes = new Sizes(items.size(), items.stream().mapToLong(Trash.Item::size).sum());
    return sizes;
  }

  public Sizes sizes() {
    return sizes;
  }

  /** Something that the owner does to the trash by hand. */
  interface Handwork<T> {
    T run() throws IOException;
  }

  /**
   * Does what the owner wants while no sweep runs here, with documents that are those of the blobs;
   * blocks.
   */
  <T> T byHand(Handwork<T> work) throws IOException {
    lock.lock();
    try {
      if (!documents.identity().holds()) {
        throw new IllegalStateException("the blob folder is not that of the documents any more");
      }
      T done = work.run();
      measured();
      return done;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Deletes what is in the trash and is not named, whatever its age; blocks.
   *
   * @return what was deleted
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
   * Finds all orphans of more than a day, on the owner's word; blocks.
   *
   * @param moved whether they go, however many they are, and unfinished blobs of the dead with them
   */
  Orphans collect(boolean moved) throws IOException {
    return byHand(() -> {
      giveBackNamed();
      Orphans found = orphans();
      if (moved) {
        move(found.ids());
        remove(blobs.unfinished(clock.instant().minus(UNFINISHED)));
        logOnce("");
      }
      return found;
    });
  }
}
