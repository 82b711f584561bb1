package dev.gatehouse.areas.notifications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import org.junit.jupiter.api.Test;

/** Lengths and positions by cached hourly counts, compared with the plain list. */
class HourlyCountsTest {
  private static final Instant NOW = Instant.parse("2026-11-22T04:23:17.123Z");
  private static final Duration SHOWN = Duration.ofDays(7);

  private final List<Instant> stored = new ArrayList<>();
  private final AtomicLong counted = new AtomicLong();
  private final HourlyCounts hours = new HourlyCounts(this::count);

  private long count(Instant from, Instant until) {
    long here =
        stored.stream().filter(time -> !time.isBefore(from) && time.isBefore(until)).count();
    counted.addAndGet(here);
    return here;
  }

  private void isRight(Instant now, Random random) {
    List<Instant> shown =
        stored.stream()
            .filter(time -> !time.isBefore(now.minus(SHOWN)))
            .sorted(Comparator.reverseOrder())
            .toList();
    for (int i = 0; i < 20; i++) {
      int skip = random.nextInt(shown.size() + 3);
      HourlyCounts.Place place = hours.place(now.minus(SHOWN), now, skip);
      assertEquals(shown.size(), place.total());
      if (skip < shown.size()) {
        List<Instant> rest = shown.stream().filter(time -> time.isBefore(place.until())).toList();
        assertEquals(shown.get(skip), rest.get((int) place.skip()));
      } else {
        assertTrue(place.skip() >= place.total());
      }
    }
  }

  @Test
  void findsTheSamePositionsAsThePlainList() {
    Random random = new Random(1);
    Instant now = NOW;
    for (int step = 0; step < 60; step++) {
      now = now.plus(Duration.ofMinutes(random.nextInt(300)));
      for (int i = 0; i < random.nextInt(40); i++) {
        Instant time = now.minusSeconds(random.nextInt(300));
        stored.add(time);
        hours.changed(time);
      }
      isRight(now, random);
    }
  }

  @Test
  void countsLateEntriesOfPastHours() {
    stored.add(NOW.minus(Duration.ofHours(30)));
    isRight(NOW, new Random(2));
    Instant late = NOW.minus(Duration.ofHours(30)).plusSeconds(1);
    stored.add(late);
    hours.changed(late);
    isRight(NOW, new Random(3));
  }

  @Test
  void countsLongListOnce() {
    for (int i = 0; i < 20_000; i++) {
      stored.add(NOW.minusSeconds(30L * i));
    }
    hours.place(NOW.minus(SHOWN), NOW, 0);
    long once = counted.get();
    hours.place(NOW.minus(SHOWN), NOW, 19_000);
    assertTrue(counted.get() - once < once / 50, "counted again: " + (counted.get() - once));
  }
}
