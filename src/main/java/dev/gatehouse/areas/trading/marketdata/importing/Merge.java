package dev.gatehouse.areas.trading.marketdata.importing;

import dev.gatehouse.areas.trading.marketdata.BarSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.ServingWriter;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Merges sources that are each in ascending order of time into one serving copy. */
final class Merge {
  /** The handling of two sources that have a bar for the same time. */
  enum SameTime {
    REFUSED,
    LATER_SOURCE_WINS
  }

  private static final class Head {
    final BarSource source;
    final int rank;
    Bars bars;
    int row;

    Head(BarSource source, int rank) {
      this.source = source;
      this.rank = rank;
    }

    long time() {
      return bars.times()[row];
    }

    boolean advance() throws IOException {
      while (bars == null || ++row >= bars.size()) {
        bars = source.next();
        row = -1;
        if (bars == null) {
          return false;
        }
      }
      return true;
    }
  }

  private Merge() {}

  static void into(ServingWriter writer, List<BarSource> sources, SameTime sameTime)
      throws IOException {
    PriorityQueue<Head> heads =
        new PriorityQueue<>(Comparator.comparingLong(Head::time).thenComparing(h -> -h.rank));
    for (int i = 0; i < sources.size(); i++) {
      offer(heads, new Head(sources.get(i), i));
    }
    long last = Long.MIN_VALUE;
    while (!heads.isEmpty()) {
      Head head = heads.poll();
      if (head.time() != last) {
        last = head.time();
        writer.write(head.bars, head.row);
      } else if (sameTime == SameTime.REFUSED) {
        throw Duplicate.at(last);
      }
      offer(heads, head);
    }
  }

  private static void offer(PriorityQueue<Head> heads, Head head) throws IOException {
    if (head.advance()) {
      heads.add(head);
    }
  }
}
