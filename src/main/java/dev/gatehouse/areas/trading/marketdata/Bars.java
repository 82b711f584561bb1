package dev.gatehouse.areas.trading.marketdata;

import module java.base;

/**
 * Columnar batch of bars of one symbol. An absent value is NaN for numbers, {@link #NONE} for
 * times, counts and flags (0 or 1), and null for texts. NaN is never a data value.
 */
public final class Bars {
  public static final long NONE = Long.MIN_VALUE;

  private final Map<Column, long[]> longs;
  private final Map<Column, double[]> numbers;
  private final Map<Column, String[]> texts;
  private final int capacity;
  private int size;

  public Bars(int capacity) {
    this(capacity, Column.STORED);
  }

  /**
   * Creates an empty batch with a capacity of {@code capacity} rows and only the given columns. The
   * symbol is never one of them.
   */
  public Bars(int capacity, Collection<Column> columns) {
    this.capacity = capacity;
    this.longs = new EnumMap<>(Column.class);
    this.numbers = new EnumMap<>(Column.class);
    this.texts = new EnumMap<>(Column.class);
    for (Column column : columns) {
      switch (column.kind()) {
        case TIME, COUNT, FLAG -> longs.put(column, new long[capacity]);
        case NUMBER -> numbers.put(column, new double[capacity]);
        case TEXT -> texts.put(column, new String[capacity]);
      }
    }
  }

  public static Bars of(List<Bar> list) {
    Bars bars = new Bars(list.size());
    for (Bar bar : list) {
      bars.append(bar);
    }
    return bars;
  }

  /**
   * Returns the bars in ascending order of time. If several bars have the same time, the last in
   * the list is used.
   */
  public static Bars latest(List<Bar> list) {
    TreeMap<Instant, Bar> byTime = new TreeMap<>();
    list.forEach(bar -> byTime.put(bar.timeUtc(), bar));
    return of(List.copyOf(byTime.values()));
  }

  public int size() {
    return size;
  }

  public void size(int rows) {
    size = rows;
  }

  public int capacity() {
    return capacity;
  }

  public long[] times() {
    return longs.get(Column.TIME_UTC);
  }

  public long[] longs(Column column) {
    return longs.get(column);
  }

  public double[] numbers(Column column) {
    return numbers.get(column);
  }

  public String[] texts(Column column) {
    return texts.get(column);
  }

  /** Marks a column as absent in every row up to the capacity. */
  public void fillAbsent(Column column) {
    switch (column.kind()) {
      case TIME, COUNT, FLAG -> Arrays.fill(longs(column), NONE);
      case NUMBER -> Arrays.fill(numbers(column), Double.NaN);
      case TEXT -> Arrays.fill(texts(column), null);
    }
  }

  /** Appends {@code count} rows of another batch that has the same columns. */
  public void append(Bars from, int first, int count) {
    longs.forEach((c, to) -> System.arraycopy(from.longs(c), first, to, size, count));
    numbers.forEach((c, to) -> System.arraycopy(from.numbers(c), first, to, size, count));
    texts.forEach((c, to) -> System.arraycopy(from.texts(c), first, to, size, count));
    size += count;
  }

  /**
   * Returns these bars merged with others. Both batches are in ascending order of time, each time
   * once. Where both have a bar of the same time, the bar of {@code others} is used.
   */
  public Bars with(Bars others) {
    Bars all = new Bars(size + others.size);
    int row = 0;
    for (int other = 0; other < others.size; other++) {
      long time = others.times()[other];
      int at = Arrays.binarySearch(times(), row, size, time);
      int end = Math.max(at, -at - 1);
      all.append(this, row, end - row);
      all.append(others, other, 1);
      row = at >= 0 ? end + 1 : end;
    }
    all.append(this, row, size - row);
    return all;
  }

  public List<Bar> list(String symbol) {
    return IntStream.range(0, size).mapToObj(row -> bar(symbol, row)).toList();
  }

  public Bar bar(String symbol, int row) {
    return new Bar(
        symbol,
        BarTimes.instant(times()[row]),
        number(Column.OPEN, row),
        number(Column.HIGH, row),
        number(Column.LOW, row),
        number(Column.CLOSE, row),
        number(Column.VOLUME, row),
        number(Column.VWAP, row),
        count(Column.TRADE_COUNT, row),
        texts(Column.EXCHANGE)[row],
        count(Column.OTC, row) == null ? null : longs(Column.OTC)[row] == 1);
  }

  private void append(Bar bar) {
    int row = size++;
    times()[row] = BarTimes.micros(bar.timeUtc());
    put(Column.OPEN, row, bar.open());
    put(Column.HIGH, row, bar.high());
    put(Column.LOW, row, bar.low());
    put(Column.CLOSE, row, bar.close());
    put(Column.VOLUME, row, bar.volume());
    put(Column.VWAP, row, bar.vwap());
    Long count = bar.tradeCount();
    longs(Column.TRADE_COUNT)[row] = count == null ? NONE : count;
    texts(Column.EXCHANGE)[row] = bar.exchange();
    longs(Column.OTC)[row] = flag(bar.otc());
  }

  private static long flag(Boolean value) {
    if (value == null) {
      return NONE;
    }
    return value ? 1 : 0;
  }

  private void put(Column column, int row, Double value) {
    numbers(column)[row] = value == null ? Double.NaN : value;
  }

  private Double number(Column column, int row) {
    double value = numbers(column)[row];
    return Double.isNaN(value) ? null : value;
  }

  private Long count(Column column, int row) {
    long value = longs(column)[row];
    return value == NONE ? null : value;
  }
}
