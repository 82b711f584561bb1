package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbers of entries in the index trees that are read far from their ends: so a deep page and
 * the count of a long range cost no more than a first page. A tree is counted when it is first
 * wanted, by the writer between two commits; from then on every commit tells what it has changed.
 *
 * <p>All of it is in memory and can be forgotten: what is not known is walked. A reader's snapshot
 * may be some commits older than the numbers, or newer by the last one, so that a page begins where
 * it would have begun just after or before them.
 *
 * <p>Their number is bounded, and so is their memory: one key for a thousand entries, of trees that
 * are asked about; where there are more of those than may be kept, the later ones are walked.
 */
final class OrderStatistics {
  private static final Logger log = LoggerFactory.getLogger(OrderStatistics.class);

  /** Entries from which it is worth the look: fewer are walked as quickly. */
  static final int WORTH = 2 * CountCheckpoints.STRETCH;

  private static final int MAX_TREES = 64;
  private static final long MAX_BYTES = 16L << 20;
  private static final long UNKNOWN = -1;

  /** Whoever wants to write waits no longer than this, and one stretch. */
  private static final long MAX_COUNTING = TimeUnit.MILLISECONDS.toNanos(2);

  /** For so long after it was asked about, a tree is not given up for another. */
  private static final long KEPT = TimeUnit.MINUTES.toNanos(1);

  private final Map<Long, CountCheckpoints> trees = new HashMap<>();
  private final Set<Long> wanted = new LinkedHashSet<>();

  /**
   * An entry that came or went.
   *
   * @param by 1 or -1
   */
  record Change(long tree, Session.Entry entry, int by) {}

  /** Asks for a tree to be counted, should it not be. */
  synchronized void want(long tree) {
    if (!trees.containsKey(tree) && wanted.size() < MAX_TREES) {
      wanted.add(tree);
    }
  }

  /** Returns whether a change of a tree matters. */
  synchronized boolean follows(long tree) {
    return trees.containsKey(tree);
  }

  /** Takes note of what a commit has changed; whatever fails here, the commit stands. */
  synchronized void committed(IndexEntries entries) {
    try {
      for (Change change : entries.changes()) {
        CountCheckpoints fences = trees.get(change.tree());
        if (fences != null) {
          fences.changed(change.entry(), change.by());
        }
      }
      entries.changes().clear();
    } catch (RuntimeException | Error e) {
      undone(entries);
      log.warn("numbers of entries of the document store are lost: {}", e.toString());
    }
  }

  /** Forgets a tree's numbers. */
  synchronized void forget(long tree) {
    trees.remove(tree);
  }

  /** Forgets everything: whether a commit that failed has changed the file is not known. */
  synchronized void undone(IndexEntries entries) {
    entries.changes().clear();
    trees.clear();
  }

  /** Returns whether there is something to count. */
  synchronized boolean isBusy() {
    return !wanted.isEmpty() || unfinished() != UNKNOWN;
  }

  private long unfinished() {
    for (Map.Entry<Long, CountCheckpoints> each : trees.entrySet()) {
      if (each.getValue().isUnfinished()) {
        return each.getKey();
      }
    }
    return UNKNOWN;
  }

  /** Counts a little, by the writer's session, while nothing is changed. */
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
      tree = unfinished();
      if (tree == UNKNOWN) {
        tree = begin();
      }
      fences = trees.get(tree);
    }
    if (fences == null) {
      return;
    }
    // None but the writer changes them, so that they may be read here without others waiting.
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
    Session.Entry end = end(entries, tree, fences.fence(stretch));
    synchronized (this) {
      if (end == null) {
        // The tree has fewer entries than were noted: it is damaged, or counted anew when wanted.
        trees.remove(tree);
      } else {
        fences.cut(stretch, end);
        makeRoom(tree);
      }
    }
  }

  private void close(IndexEntries entries, long tree, CountCheckpoints fences) {
    Session.Entry end = end(entries, tree, fences.last());
    long rest = end == null ? entries.countAfter(tree, fences.last(), Range.ALL.high()) : 0;
    synchronized (this) {
      if (end == null) {
        fences.complete(rest);
      } else {
        fences.close(end);
        makeRoom(tree);
      }
    }
  }

  private static Session.Entry end(IndexEntries entries, long tree, Session.Entry fence) {
    List<Session.Entry> found =
        entries.walk(tree, Range.ALL, fence, false, 1, CountCheckpoints.STRETCH - 1);
    return found.isEmpty() ? null : found.getFirst();
  }

  private long begin() {
    Iterator<Long> first = wanted.iterator();
    if (!first.hasNext()) {
      return UNKNOWN;
    }
    long tree = first.next();
    first.remove();
    trees.put(tree, new CountCheckpoints());
    makeRoom(tree);
    return tree;
  }

  /** Gives up, for a tree that grows, those that nobody asks about, or else the tree itself. */
  private void makeRoom(long tree) {
    while (trees.size() > MAX_TREES || bytes() > MAX_BYTES) {
      long eldest = tree;
      long longest = KEPT;
      for (Map.Entry<Long, CountCheckpoints> each : trees.entrySet()) {
        long unread = each.getValue().unread();
        if (each.getKey() != tree && unread > longest) {
          eldest = each.getKey();
          longest = unread;
        }
      }
      trees.remove(eldest);
      if (eldest == tree) {
        return;
      }
    }
  }

  private long bytes() {
    return trees.values().stream().mapToLong(CountCheckpoints::bytes).sum();
  }

  /** The number of entries in a range, or -1 where it is not known. */
  long count(IndexEntries entries, long tree, Range range) {
    long low = before(entries, tree, range.low());
    long high = low == UNKNOWN ? UNKNOWN : before(entries, tree, range.high());
    return high == UNKNOWN ? UNKNOWN : Math.max(0, high - low);
  }

  /** The number of entries before a key, or -1 where it is not known. */
  private long before(IndexEntries entries, long tree, byte[] key) {
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
   * Entries of a range behind others, in order or backwards.
   *
   * @param skip entries to pass over
   * @return null where the tree's numbers are not known
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
    // From a fence or from the tree's beginning: so are they numbered, not from the range's.
    Range upTo = Range.of(Range.ALL.low(), range.high());
    var found =
        new ArrayList<>(
            entries.walk(
                tree, upTo, place.fence(), false, (int) (end - begin), begin - place.rank()));
    // Should the numbers be some commits ahead of the session's snapshot.
    found.removeIf(entry -> !range.contains(entry.key()));
    return reverse ? found.reversed() : found;
  }
}
