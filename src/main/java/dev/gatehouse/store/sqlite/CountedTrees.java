package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Checkpoints by index tree, with bounded memory. Callers must synchronize. */
final class CountedTrees {
  static final int MAX_TREES = 64;
  private static final long MAX_BYTES = 16L << 20;

  /** Time after its last use during which a tree is not evicted for another. */
  private static final long KEPT = TimeUnit.MINUTES.toNanos(1);

  private final Map<Long, CountCheckpoints> trees = new HashMap<>();

  Map<Long, CountCheckpoints> all() {
    return trees;
  }

  /** Returns a tree's checkpoints; null for none. */
  CountCheckpoints get(long tree) {
    return trees.get(tree);
  }

  /** Returns a tree to count, or one with a segment that has grown too long; -1 for none. */
  long unfinished() {
    for (Map.Entry<Long, CountCheckpoints> each : trees.entrySet()) {
      if (each.getValue().isUnfinished()) {
        return each.getKey();
      }
    }
    return -1;
  }

  /**
   * Evicts unused trees to make space for a growing tree, or the growing tree.
   *
   * @return the evicted trees
   */
  List<Long> makeRoom(long tree) {
    List<Long> evicted = new ArrayList<>();
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
      evicted.add(eldest);
      if (eldest == tree) {
        break;
      }
    }
    return evicted;
  }

  /**
   * Returns whether half of the space is unused.
   *
   * @param further number of trees that will be added
   */
  boolean isHalfEmpty(int further) {
    return trees.size() + further < MAX_TREES / 2 && bytes() < MAX_BYTES / 2;
  }

  private long bytes() {
    return trees.values().stream().mapToLong(CountCheckpoints::bytes).sum();
  }
}
