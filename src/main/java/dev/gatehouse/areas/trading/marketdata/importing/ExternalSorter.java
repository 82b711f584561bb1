package dev.gatehouse.areas.trading.marketdata.importing;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.BarTimes;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.IndexCache;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.areas.trading.marketdata.serving.ServingWriter;

/**
 * Writes bars of any order as a serving copy, in bounded memory. Bars go directly to the target
 * while they arrive in order. From the first bar out of order, they are sorted into runs, which are
 * merged at the end. The run files are created beside the target.
 */
final class ExternalSorter implements Closeable {
  // A run being merged costs about 300 kB of heap.
  private static final int MAX_RUNS = 64;
  private static final long RUN_CACHE_BYTES = 8 << 20;
  private static final int RUN_ROWS = 1_000;

  private final Path target;
  private final String symbol;
  private final int sortRows;
  private Bars buffer = new Bars(0);
  private final List<Path> runs = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();
  private ServingWriter inOrder;
  private long last = Long.MIN_VALUE;
  private long rows;

  ExternalSorter(Path target, String symbol, int sortRows) throws IOException {
    this.target = target;
    this.symbol = symbol;
    this.sortRows = sortRows;
    inOrder = ServingWriter.serving(newFile(), symbol);
  }

  void add(Bars bars) throws IOException {
    int row = 0;
    for (; inOrder != null && row < bars.size(); row++) {
      long time = bars.times()[row];
      if (time == last) {
        throw BadMarketData.at(
            rows + row + 1, "timeUtc", "a second bar for " + BarTimes.instant(time), null);
      }
      if (time < last) {
        endOrder();
        buffer = new Bars(sortRows);
        break;
      }
      inOrder.write(bars, row);
      last = time;
    }
    rows += bars.size();
    while (row < bars.size()) {
      int count = Math.min(bars.size() - row, buffer.capacity() - buffer.size());
      buffer.append(bars, row, count);
      row += count;
      if (buffer.size() == buffer.capacity()) {
        endRun();
      }
    }
  }

  long finish() throws IOException {
    if (inOrder != null) {
      endOrder();
    }
    if (buffer.size() > 0) {
      endRun();
    }
    if (runs.size() > 1) {
      merge(true);
    }
    Files.move(runs.getFirst(), target, StandardCopyOption.REPLACE_EXISTING);
    return rows;
  }

  @Override
  public void close() throws IOException {
    if (inOrder != null) {
      inOrder.close();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }

  private void endOrder() throws IOException {
    try (ServingWriter writer = inOrder) {
      inOrder = null;
      writer.finish();
    }
    runs.add(files.getLast());
  }

  private void endRun() throws IOException {
    int[] order = order(buffer.times(), buffer.size());
    try (ServingWriter run = ServingWriter.run(newFile(), symbol)) {
      long previous = Long.MIN_VALUE;
      for (int row : order) {
        long time = buffer.times()[row];
        if (time == previous) {
          throw duplicate(time);
        }
        run.write(buffer, row);
        previous = time;
      }
      run.finish();
    }
    runs.add(files.getLast());
    buffer.size(0);
    if (runs.size() == MAX_RUNS) {
      merge(false);
    }
  }

  private void merge(boolean last) throws IOException {
    IndexCache cache = new IndexCache(RUN_CACHE_BYTES);
    List<ServingCopy> copies = new ArrayList<>();
    Path file = newFile();
    try (ServingWriter writer =
        last ? ServingWriter.serving(file, symbol) : ServingWriter.run(file, symbol)) {
      PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(Head::time));
      for (Path run : runs) {
        copies.add(ServingCopy.open(run, cache));
        heads.add(new Head(copies.getLast()));
      }
      merge(heads, writer);
      writer.finish();
    } finally {
      for (ServingCopy copy : copies) {
        copy.close();
      }
    }
    for (Path run : runs) {
      Files.delete(run);
    }
    runs.clear();
    runs.add(file);
  }

  private static void merge(PriorityQueue<Head> heads, ServingWriter writer) throws IOException {
    long last = Long.MIN_VALUE;
    while (!heads.isEmpty()) {
      Head head = heads.poll();
      if (head.time() == last) {
        throw duplicate(last);
      }
      last = head.time();
      writer.write(head.bars, head.row);
      if (head.isAdvanced()) {
        heads.add(head);
      }
    }
  }

  static int[] order(long[] times, int size) {
    return IntStream.range(0, size)
        .boxed()
        .sorted(Comparator.comparingLong(row -> times[row]))
        .mapToInt(row -> row)
        .toArray();
  }

  static BadMarketData duplicate(long micros) {
    return new BadMarketData("column 'timeUtc': two bars for " + BarTimes.instant(micros));
  }

  private static final class Head {
    private final ServingCopy copy;
    private long read;
    Bars bars = new Bars(0);
    int row = -1;

    Head(ServingCopy copy) throws IOException {
      this.copy = copy;
      isAdvanced();
    }

    long time() {
      return bars.times()[row];
    }

    boolean isAdvanced() throws IOException {
      if (++row == bars.size()) {
        int count = (int) Math.min(RUN_ROWS, copy.rowCount() - read);
        bars = copy.read(read, count, Column.STORED);
        read += count;
        row = 0;
      }
      return bars.size() > 0;
    }
  }

  private Path newFile() {
    Path file = target.resolveSibling(target.getFileName() + ".run" + files.size());
    files.add(file);
    return file;
  }
}
