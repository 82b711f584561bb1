package dev.gatehouse.areas.trading.marketdata.serving;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/**
 * Writes times as {@code 2026-01-31T09:30:00.000Z}, with six decimals if there are microseconds.
 * Caches the text of the last day.
 */
final class TimeText {
  static final int MAX_BYTES = 27;
  private static final long DAY = 86_400_000_000L;

  private long day = Long.MIN_VALUE;
  private byte[] dayText = new byte[0];
  private long start;
  private long end;

  int write(byte[] to, int at, long micros) {
    long wanted = Math.floorDiv(micros, DAY);
    if (wanted != day) {
      day = wanted;
      dayText = (LocalDate.ofEpochDay(day) + "T").getBytes(StandardCharsets.US_ASCII);
      start = (long) PlainValues.LONG.get(dayText, 0);
      end = (long) PlainValues.LONG.get(dayText, dayText.length - 8);
    }
    // Writes eleven bytes with two overlapping stores.
    PlainValues.LONG.set(to, at, start);
    PlainValues.LONG.set(to, at + dayText.length - 8, end);
    int p = at + dayText.length;
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
