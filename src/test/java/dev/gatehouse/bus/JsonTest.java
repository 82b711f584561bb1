package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Words;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Times whose digits equal the output of a formatter, and field names. */
class JsonTest {
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

  /** Field names from clients are not retained in the JVM. */
  @Test
  void parsesNamesWithoutInterning() throws IOException {
    Buffer json = Buffer.buffer("{\"a name that nobody else has\":1}");
    Map<?, ?> object = assertInstanceOf(Map.class, Json.parse(json));
    String name = assertInstanceOf(String.class, object.keySet().iterator().next());
    assertEquals("a name that nobody else has", name);
    // intern() returns the table's entry, which would be the client's String if it had been
    // interned.
    assertNotSame(name, new String(name).intern());
  }
}
