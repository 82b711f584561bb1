package dev.gatehouse.areas.trading.marketdata.serving;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a file that contains a serving copy and added bars. Row groups without an added bar
 * keep their bytes. The rows of the others are encoded again.
 *
 * @param rows maximum number of rows in an encoded row group
 * @param fillsLast whether bars behind the last row group are added to it until it is full;
 *     otherwise they get a separate row group
 */
record GroupPlan(int rows, boolean fillsLast) {
  sealed interface Part permits Stored, Encoded {}

  /** The copy's row groups from {@code first} (inclusive) to {@code end} (exclusive). */
  record Stored(int first, int end) implements Part {}

  /**
   * Merged rows from {@code first} (inclusive) to {@code end} (exclusive).
   *
   * @param size number of rows per row group; the last one may have fewer
   */
  record Encoded(long first, long end, int size) implements Part {
    /** Returns the number of rows in the first of the row groups. */
    int next() {
      return (int) Math.min(size, end - first);
    }

    /** Returns the rows behind the first row group. */
    Encoded rest() {
      return new Encoded(first + next(), end, size);
    }
  }

  /**
   * Returns the parts in their order.
   *
   * @param compatible whether this program would encode the copy with the same schema
   */
  List<Part> of(MergedBars bars, boolean compatible) {
    if (!compatible) {
      return List.of(new Encoded(0, bars.rowCount(), rows));
    }
    boolean[] changed = changed(bars);
    List<Part> parts = new ArrayList<>();
    int group = 0;
    while (group < changed.length) {
      int first = group;
      while (group < changed.length && changed[group] == changed[first]) {
        group++;
      }
      if (!changed[first]) {
        parts.add(new Stored(first, group));
      } else if (group == changed.length) {
        parts.add(new Encoded(bars.start(first), bars.rowCount(), rows));
      } else {
        parts.add(evenly(bars.start(first), bars.start(group)));
      }
    }
    long added = bars.start(changed.length);
    if (!changed[changed.length - 1] && added < bars.rowCount()) {
      parts.add(new Encoded(added, bars.rowCount(), rows));
    }
    return parts;
  }

  /** Inserted bars must not leave a row group of a few rows behind each full one. */
  private Encoded evenly(long first, long end) {
    long parts = (end - first + rows - 1) / rows;
    return new Encoded(first, end, (int) ((end - first + parts - 1) / parts));
  }

  private boolean[] changed(MergedBars bars) {
    Footer footer = bars.copy().footer();
    boolean[] changed = new boolean[footer.groups()];
    int group = 0;
    for (int i = 0; i < bars.overlay().size(); i++) {
      long time = bars.overlay().times()[i];
      while (group < changed.length && footer.lastTimes()[group] < time) {
        group++;
      }
      if (group < changed.length) {
        changed[group] = true;
      } else {
        int last = changed.length - 1;
        changed[last] |= fillsLast && footer.rowsIn(last) < rows;
        break;
      }
    }
    return changed;
  }
}
