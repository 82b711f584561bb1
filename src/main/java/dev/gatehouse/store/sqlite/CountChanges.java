package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * Changes of the entry counts by one commit: first the segments that were split before it, then the
 * growth of segments.
 */
final class CountChanges {
  private static final int CUT = 0;
  private static final int GROWTH = 1;

  private final List<Cut> cuts = new ArrayList<>();
  private final Map<Long, NavigableMap<Integer, Long>> growth = new TreeMap<>();

  private record Cut(long tree, int segment, Session.Entry at) {}

  void cut(long tree, int segment, Session.Entry at) {
    cuts.add(new Cut(tree, segment, at));
  }

  /** Adds entries to a segment, or removes them. */
  void grow(long tree, int segment, long by) {
    growth.computeIfAbsent(tree, none -> new TreeMap<>()).merge(segment, by, Long::sum);
  }

  void forget(long tree) {
    cuts.removeIf(cut -> cut.tree == tree);
    growth.remove(tree);
  }

  /** Discards the splits in a tree, because its stored checkpoints contain them. */
  void forgetCuts(long tree) {
    cuts.removeIf(cut -> cut.tree == tree);
  }

  /** Returns the trees whose segments grow. */
  Map<Long, NavigableMap<Integer, Long>> growth() {
    return growth;
  }

  boolean isEmpty() {
    return cuts.isEmpty() && growth.isEmpty();
  }

  /** Applies the changes to the trees for which they are later than the stored checkpoints. */
  void apply(Map<Long, CountCheckpoints> trees, LongPredicate isLater) {
    for (Cut cut : cuts) {
      CountCheckpoints its = trees.get(cut.tree);
      if (its != null && isLater.test(cut.tree)) {
        its.cut(cut.segment, cut.at);
      }
    }
    growth.forEach((tree, segments) -> {
      CountCheckpoints its = trees.get(tree);
      if (its != null && isLater.test(tree)) {
        its.grow(segments);
      }
    });
  }

  /** Returns the changes of some trees as bytes. */
  byte[] encode(LongPredicate isStored) {
    CountBytes.Writer out = new CountBytes.Writer();
    for (Cut cut : cuts) {
      if (isStored.test(cut.tree)) {
        out.number(CUT).number(cut.tree).number(cut.segment).entry(cut.at);
      }
    }
    growth.forEach((tree, segments) -> {
      if (isStored.test(tree)) {
        out.number(GROWTH).number(tree).number(segments.size());
        segments.forEach((segment, by) -> out.number(segment).difference(by));
      }
    });
    return out.toBytes();
  }

  static CountChanges decode(byte[] bytes) {
    CountChanges changes = new CountChanges();
    CountBytes.Reader in = new CountBytes.Reader(bytes);
    while (in.hasNext()) {
      boolean cut = in.number() == CUT;
      long tree = in.number();
      if (cut) {
        changes.cut(tree, (int) in.number(), in.entry());
      } else {
        for (long left = in.number(); left > 0; left--) {
          changes.grow(tree, (int) in.number(), in.difference());
        }
      }
    }
    return changes;
  }
}
