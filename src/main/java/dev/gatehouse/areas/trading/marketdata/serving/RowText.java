package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;

/** Writes rows of bars as text: CSV or JSON. */
final class RowText {
  /** More than a row takes in which every character of a text is escaped. */
  static final int MAX_BYTES = 4 << 10;

  private static final byte[] TRUE = bytes("true");
  private static final byte[] FALSE = bytes("false");

  private static final int MAX_TEXTS = 1_000;
  private static final int KNOWN_BITS = 11;
  private static final long HASH = 0x9E3779B97F4A7C15L;
  private static final int LENGTH_SHIFT = 56;

  private final List<Column> columns;
  private final Column.Kind[] kinds;
  private final byte[][] before;
  private final byte[] end;
  private final byte[] absent;
  private final String aroundTimes;
  private final Function<String, byte[]> quoting;
  private final Object[] values;
  private final TimeText times = new TimeText();

  /**
   * Numbers by their hash: three longs each, which are the bits of the double and up to 15 bytes of
   * text, with their count in the last byte.
   */
  private final long[] known = new long[3 << KNOWN_BITS];

  /** Most columns have few distinct texts, so each is quoted once. */
  private final Map<String, byte[]> texts = new HashMap<>();

  /**
   * @param before text before each column's value
   * @param aroundTimes one character around times, or none
   */
  RowText(
      List<Column> columns,
      List<String> before,
      String end,
      String absent,
      String aroundTimes,
      Function<String, byte[]> quoting) {
    this.columns = columns;
    this.kinds = columns.stream().map(Column::kind).toArray(Column.Kind[]::new);
    this.before = before.stream().map(RowText::bytes).toArray(byte[][]::new);
    this.end = bytes(end);
    this.absent = bytes(absent);
    this.aroundTimes = aroundTimes;
    this.quoting = quoting;
    this.values = new Object[columns.size()];
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  void use(Bars bars) {
    if (texts.size() > MAX_TEXTS) {
      texts.clear();
    }
    for (int i = 0; i < values.length; i++) {
      Column column = columns.get(i);
      values[i] =
          switch (column.kind()) {
            case NUMBER -> bars.numbers(column);
            case TEXT -> bars.texts(column);
            case TIME, COUNT, FLAG -> bars.longs(column);
          };
    }
  }

  int write(int row, byte[] to, int at) {
    int p = at;
    for (int i = 0; i < values.length; i++) {
      p = put(before[i], to, p);
      p = value(i, row, to, p);
    }
    return put(end, to, p);
  }

  private int value(int i, int row, byte[] to, int at) {
    return switch (kinds[i]) {
      case NUMBER -> {
        double value = ((double[]) values[i])[row];
        yield Double.isNaN(value) ? put(absent, to, at) : number(value, to, at);
      }
      case TIME -> {
        int p = times.write(to, character(to, at), ((long[]) values[i])[row]);
        yield character(to, p);
      }
      case COUNT -> {
        long value = ((long[]) values[i])[row];
        yield value == Bars.NONE ? put(absent, to, at) : NumberText.write(to, at, value);
      }
      case FLAG -> {
        long value = ((long[]) values[i])[row];
        if (value == Bars.NONE) {
          yield put(absent, to, at);
        }
        yield put(value == 1 ? TRUE : FALSE, to, at);
      }
      case TEXT -> {
        String value = ((String[]) values[i])[row];
        yield put(value == null ? absent : texts.computeIfAbsent(value, quoting), to, at);
      }
    };
  }

  /** Copies the text of a number that was lately written, which is faster than writing it. */
  private int number(double value, byte[] to, int at) {
    long bits = Double.doubleToRawLongBits(value);
    int slot = 3 * (int) ((bits * HASH) >>> (Long.SIZE - KNOWN_BITS));
    long end = known[slot + 2];
    if (known[slot] == bits && end != 0) {
      PlainValues.LONG.set(to, at, known[slot + 1]);
      PlainValues.LONG.set(to, at + Long.BYTES, end);
      return at + (int) (end >>> LENGTH_SHIFT);
    }
    int length = NumberText.write(to, at, value) - at;
    if (length < 2 * Long.BYTES) {
      known[slot] = bits;
      known[slot + 1] = (long) PlainValues.LONG.get(to, at);
      long rest = (long) PlainValues.LONG.get(to, at + Long.BYTES) << Byte.SIZE >>> Byte.SIZE;
      known[slot + 2] = rest | ((long) length << LENGTH_SHIFT);
    }
    return at + length;
  }

  private int character(byte[] to, int at) {
    if (aroundTimes.isEmpty()) {
      return at;
    }
    to[at] = (byte) aroundTimes.charAt(0);
    return at + 1;
  }

  private static int put(byte[] text, byte[] to, int at) {
    if (text.length == 1) {
      to[at] = text[0];
      return at + 1;
    }
    System.arraycopy(text, 0, to, at, text.length);
    return at + text.length;
  }

  /**
   * Writes times as {@code 2026-01-31T09:30:00.000Z}, with six decimals if there are microseconds.
   * Caches the text of the last day.
   */
  private static final class TimeText {
    private static final long DAY = 86_400_000_000L;

    private long day = Long.MIN_VALUE;
    private byte[] dayText = new byte[0];

    int write(byte[] to, int at, long micros) {
      long wanted = Math.floorDiv(micros, DAY);
      if (wanted != day) {
        day = wanted;
        dayText = bytes(LocalDate.ofEpochDay(day) + "T");
      }
      int p = put(dayText, to, at);
      long ofDay = micros - wanted * DAY;
      int second = (int) (ofDay / 1_000_000);
      int fraction = (int) (ofDay - second * 1_000_000L);
      p = NumberText.pair(to, p, second / 3600);
      to[p++] = ':';
      p = NumberText.pair(to, p, second / 60 % 60);
      to[p++] = ':';
      p = NumberText.pair(to, p, second % 60);
      to[p++] = '.';
      int millis = fraction / 1000;
      int rest = fraction % 1000;
      p = three(to, p, millis);
      if (rest != 0) {
        p = three(to, p, rest);
      }
      to[p++] = 'Z';
      return p;
    }

    private static int three(byte[] to, int at, int value) {
      to[at] = (byte) ('0' + value / 100);
      return NumberText.pair(to, at + 1, value % 100);
    }
  }
}
