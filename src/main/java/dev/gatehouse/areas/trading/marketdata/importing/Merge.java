package dev.gatehouse.areas.trading.marketdata.importing;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BarSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.ServingWriter;

/** Merges sources that are each in ascending order of time into one serving copy. */
final class Merge {
  private static final class Head {
    final BarSource source;
    Bars bars;
    int row;

    Head(BarSource source) {
      this.source = source;
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

  /**
   * Writes the bars of all sources.
   *
   * @throws dev.gatehouse.areas.trading.marketdata.BadMarketData if two bars have the same time
   */
  static void into(ServingWriter writer, List<BarSource> sources) throws IOException {
    PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(Head::time));
    for (BarSource source : sources) {
      offer(heads, new Head(source));
    }
    long last = Long.MIN_VALUE;
    while (!heads.isEmpty()) {
      Head head = heads.poll();
      if (head.time() == last) {
        throw Duplicate.at(last);
      }
      last = head.time();
      writer.write(head.bars, head.row);
      offer(heads, head);
    }
  }

  private static void offer(PriorityQueue<Head> heads, Head head) throws IOException {
    if (head.advance()) {
      heads.add(head);
    }
  }
}
