package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The digits equal the output of a formatter. */
class JsonTimeTest {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  @ParameterizedTest
  @Words(
      """
      2026-11-21T22:15:49.123Z 2026-01-01T00:00:00Z 2024-02-29T23:59:59.999999999Z 1969-12-31T23:59:59.999Z
      0000-01-01T00:00:00Z 0007-08-09T01:02:03.004Z -0001-12-31T23:59:59Z 9999-12-31T23:59:59.999Z
      +10000-01-01T00:00:00Z
      """)
  void edges(String instant) {
    alike(Instant.parse(instant));
  }

  @Test
  void anyTime() {
    Random random = new Random(1);
    long first = Instant.parse("-0100-01-01T00:00:00Z").getEpochSecond();
    long last = Instant.parse("+10100-01-01T00:00:00Z").getEpochSecond();
    for (int i = 0; i < 20_000; i++) {
      alike(Instant.ofEpochSecond(random.nextLong(first, last), random.nextInt(1_000_000_000)));
    }
  }

  private static void alike(Instant instant) {
    assertEquals(FORMAT.format(instant), Json.time(instant));
  }
}
