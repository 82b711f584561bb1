package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entry counts of index trees that are read far from their ends. With them, a deep page or the
 * count of a long range costs no more than a first page. The writer counts a tree between two
 * commits, when its collection is large or on first use. Each later commit updates the counts, in
 * memory and in the file.
 *
 * <p>The counts may be discarded; the entries are then scanned. Counts may be newer than a reader's
 * snapshot by some commits, or older by the last commit. A page then begins where it would have
 * begun shortly before or after the snapshot.
 *
 * <p>Trees and memory are bounded: one key for about a thousand entries of each requested tree. If
 * more trees are requested, the later ones are scanned.
 */
final class OrderStatistics {
  private static final Logger log = LoggerFactory.getLogger(OrderStatistics.class);

  /** Minimum number of entries for using counts; fewer entries can be scanned as quickly. */
  static final int WORTH = 2 * CountCheckpoints.STRETCH;

  private static final long UNKNOWN = -1;

  /** Maximum time that counting delays the writer, plus the time for one segment. */
  private static final long MAX_COUNTING = TimeUnit.MILLISECONDS.toNanos(2);

  private final CountedTrees trees = new CountedTrees();
  private final Set<Long> wanted = new LinkedHashSet<>();

  /** Used by the writer only. */
  private final CountJournal journal = new CountJournal();

  private boolean loaded;

  /** Completed unless the writer reads the counts of the file at the start. */
  private volatile CompletableFuture<Void> start = CompletableFuture.completedFuture(null);

  /**
   * Entry that was added or removed.
   *
   * @param by 1 or -1
   */
  record Change(long tree, Session.Entry entry, int by) {}

  /** Lets readers that need counts wait for the first {@link #recall}. */
  void expectRecall() {
    start = new CompletableFuture<>();
  }

  /** Requests that a tree be counted, unless it already is. */
  synchronized void want(long tree) {
    if (trees.get(tree) == null && wanted.size() < CountedTrees.MAX_TREES) {
      wanted.add(tree);
    }
  }

  /** Requests that a tree be counted, unless the space is needed for trees that are read. */
  synchronized void foresee(long tree) {
    if (trees.get(tree) == null && trees.isHalfEmpty(wanted.size())) {
      want(tree);
    }
  }

  /** Returns whether a tree has counts that must be updated. */
  synchronized boolean follows(long tree) {
    return trees.get(tree) != null;
  }

  /**
   * Reads the counts of the file, at the start and after {@link #undone}. Must be called by the
   * writer, before it changes anything.
   *
   * @param sizes returns for each tree its entries, as far as their number is known for another
   *     reason, or else -1
   */
  void recall(Session session, Supplier<Map<Long, Long>> sizes) {
    try {
      if (!loaded) {
        Map<Long, CountCheckpoints> found = journal.load(session, sizes);
        synchronized (this) {
          trees.all().putAll(found);
          wanted.removeAll(found.keySet());
        }
        loaded = true;
      }
    } finally {
      start.complete(null);
    }
  }

  /** Stores the changes of a transaction, at its end. */
  void save(Session session) {
    CountChanges next = journal.next();
    for (Change change : session.entries().changes()) {
      CountCheckpoints counts = trees.get(change.tree());
      int segment = counts == null ? -1 : counts.countedSegmentOf(change.entry());
      if (segment >= 0) {
        next.grow(change.tree(), segment, change.by());
      }
    }
    journal.save(session, trees.all());
  }

  /** Applies the changes of a commit. A failure here does not affect the commit. */
  synchronized void committed(IndexEntries entries) {
    try {
      journal.committed().growth().forEach((tree, segments) -> trees.get(tree).grow(segments));
      entries.changes().clear();
    } catch (RuntimeException | Error e) {
      undone(entries);
      log.warn("entry counts of the document store are lost: {}", e.toString());
    }
  }

  /** Discards a tree's counts. */
  synchronized void forget(long tree) {
    trees.all().remove(tree);
    journal.forget(tree);
  }

  /**
   * Discards all counts in memory, because it is unknown whether a failed commit has changed the
   * file.
   */
  synchronized void undone(IndexEntries entries) {
    entries.changes().clear();
    trees.all().clear();
    loaded = false;
  }

  /** Returns whether there is something to count. */
  synchronized boolean isBusy() {
    return loaded && (!wanted.isEmpty() || trees.unfinished() != UNKNOWN);
  }

  /** Returns whether there are counts that no commit has stored yet. */
  boolean isUnsaved() {
    return journal.isUnsaved();
  }

  /** Counts some entries with the writer's session, between two commits. */
  void count(IndexEntries entries) {
    try {
      countSome(entries);
    } catch (RuntimeException | Error e) {
      undone(entries);
      log.warn("entries of the document store could not be counted: {}", e.toString());
    }
  }

  private void countSome(IndexEntries entries) {
    CountCheckpoints fences;
    long tree;
    synchronized (this) {
      tree = trees.unfinished();
      if (tree == UNKNOWN) {
        tree = begin();
      }
      fences = trees.get(tree);
    }
    if (fences == null) {
      return;
    }
    // Only the writer modifies them, so it can read them here without the lock.
    if (fences.isComplete()) {
      cut(entries, tree, fences);
    }
    long end = System.nanoTime() + MAX_COUNTING;
    while (!fences.isComplete() && follows(tree)) {
      close(entries, tree, fences);
      if (System.nanoTime() >= end) {
        return;
      }
    }
  }

  private void cut(IndexEntries entries, long tree, CountCheckpoints fences) {
    int stretch;
    synchronized (this) {
      stretch = fences.tooLong();
    }
    if (stretch < 0) {
      return;
    }
    Session.Entry end = entries.segmentEnd(tree, fences.fence(stretch));
    synchronized (this) {
      if (end == null) {
        // The tree has fewer entries than counted. Either it is damaged, or it will be counted
        // again on request.
        forget(tree);
      } else {
        fences.cut(stretch, end);
        journal.cut(tree, stretch, end);
        makeRoom(tree);
      }
    }
  }

  private void close(IndexEntries entries, long tree, CountCheckpoints fences) {
    Session.Entry end = entries.segmentEnd(tree, fences.last());
    long rest = end == null ? entries.countAfter(tree, fences.last(), Range.ALL.high()) : 0;
    synchronized (this) {
      if (end == null) {
        fences.complete(rest);
        journal.completed(tree);
      } else {
        fences.close(end);
        makeRoom(tree);
      }
    }
  }

  private long begin() {
    Iterator<Long> first = wanted.iterator();
    if (!first.hasNext()) {
      return UNKNOWN;
    }
    long tree = first.next();
    first.remove();
    trees.all().put(tree, new CountCheckpoints());
    makeRoom(tree);
    return tree;
  }

  private void makeRoom(long tree) {
    trees.makeRoom(tree).forEach(journal::forget);
  }

  /** Returns the number of entries in a range, or -1 if unknown. */
  long count(IndexEntries entries, long tree, Range range) {
    long low = before(entries, tree, range.low());
    long high = low == UNKNOWN ? UNKNOWN : before(entries, tree, range.high());
    return high == UNKNOWN ? UNKNOWN : Math.max(0, high - low);
  }

  /** Returns the number of entries before a key, or -1 if unknown. */
  private long before(IndexEntries entries, long tree, byte[] key) {
    start.join();
    CountCheckpoints.Place place;
    synchronized (this) {
      CountCheckpoints fences = trees.get(tree);
      if (fences == null || !fences.isComplete()) {
        return UNKNOWN;
      }
      fences.read();
      place = fences.before(key);
    }
    return place.rank() + entries.countAfter(tree, place.fence(), key);
  }

  /**
   * Returns entries of a range after skipped ones, forwards or backwards.
   *
   * @param skip number of entries to skip
   * @return null if the tree's counts are unknown
   */
  List<Session.Entry> skipped(
      IndexEntries entries, long tree, Range range, boolean reverse, int limit, long skip) {
    long low = before(entries, tree, range.low());
    long high = low == UNKNOWN ? UNKNOWN : before(entries, tree, range.high());
    if (high == UNKNOWN) {
      return null;
    }
    if (skip >= high - low) {
      return List.of();
    }
    long end = reverse ? high - skip : Math.min(high, low + skip + limit);
    long begin = reverse ? Math.max(low, end - limit) : low + skip;
    CountCheckpoints.Place place;
    synchronized (this) {
      CountCheckpoints fences = trees.get(tree);
      if (fences == null) {
        return null;
      }
      place = fences.before(begin);
    }
    // Entries are numbered from the beginning of the tree, not of the range.
    Range upTo = Range.of(Range.ALL.low(), range.high());
    var found =
        new ArrayList<>(
            entries.walk(
                tree, upTo, place.fence(), false, (int) (end - begin), begin - place.rank()));
    // The counts may be some commits newer than the session's snapshot.
    found.removeIf(entry -> !range.contains(entry.key()));
    return reverse ? found.reversed() : found;
  }
}
