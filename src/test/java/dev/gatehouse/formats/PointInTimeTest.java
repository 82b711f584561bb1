package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link PointInTime} and {@link HttpDate}. */
class PointInTimeTest {
  @ParameterizedTest
  @CsvSource({
    "2026-03-01, 2026-03-01T00:00:00Z, 2026-03-01T23:59:59.999999999Z",
    "' 2026-03-01 ', 2026-03-01T00:00:00Z, 2026-03-01T23:59:59.999999999Z",
    "2026-03-01T10:00, 2026-03-01T10:00:00Z, 2026-03-01T10:00:00Z",
    "2026-03-01 10:00:30.5, 2026-03-01T10:00:30.5Z, 2026-03-01T10:00:30.5Z",
    "2026-03-01T10:00:00Z, 2026-03-01T10:00:00Z, 2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00+02:00, 2026-03-01T08:00:00Z, 2026-03-01T08:00:00Z",
    "2026-03-01T10:00-0230, 2026-03-01T12:30:00Z, 2026-03-01T12:30:00Z",
    "2026-03-01 10:00+02, 2026-03-01T08:00:00Z, 2026-03-01T08:00:00Z",
    "2026-03-01T10:00:00 02:00, 2026-03-01T08:00:00Z, 2026-03-01T08:00:00Z",
    "2026-03-01 10:00:00.5 0230, 2026-03-01T07:30:00.5Z, 2026-03-01T07:30:00.5Z",
    "2026-03-01 10:00:00 +0200, 2026-03-01T08:00:00Z, 2026-03-01T08:00:00Z",
    "'2026-03-01T10:00:30,5Z', 2026-03-01T10:00:30.5Z, 2026-03-01T10:00:30.5Z",
    "20260301, 2026-03-01T00:00:00Z, 2026-03-01T23:59:59.999999999Z",
    "20260301T1000, 2026-03-01T10:00:00Z, 2026-03-01T10:00:00Z",
    "20260301T100030.5Z, 2026-03-01T10:00:30.5Z, 2026-03-01T10:00:30.5Z",
    "20260301T100030+0200, 2026-03-01T08:00:30Z, 2026-03-01T08:00:30Z",
  })
  void parsesFirstAndLastInstant(String text, Instant first, Instant last) {
    assertEquals(first, PointInTime.first(text));
    assertEquals(last, PointInTime.last(text));
  }

  @Test
  void returnsNullForNull() {
    assertNull(PointInTime.first(null));
    assertNull(PointInTime.last(null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "45000", "2026",
        "2026-03", "2026-02-30", "2026-3-1",
        "2026-03-01T", "2026-03-01T25:00", "2026-03-01T10:00:00+2",
        "2026-03-01T10:00:00+1:30", "2026-03-01T10+02", "2026-03-01T10:00:00Z 02:00",
      })
  void rejectsOtherText(String text) {
    assertThrows(DateTimeException.class, () -> PointInTime.first(text));
    assertThrows(DateTimeException.class, () -> PointInTime.last(text));
  }

  @ParameterizedTest
  @CsvSource({
    "'Thu, 05 Mar 2026 07:08:09 GMT', 2026-03-05T07:08:09Z",
    "' Thu, 5 Mar 2026 07:08:09 GMT ', 2026-03-05T07:08:09Z",
    "'Fri, 05 Mar 2026 07:08:09 GMT', ",
    "2026-03-05T07:08:09Z, ",
    "'', ",
  })
  void parsesDatesOfHeaders(String text, Instant time) {
    assertEquals(Optional.ofNullable(time), HttpDate.parse(text));
  }

  @Test
  void formatsDatesOfHeaders() {
    assertEquals(
        "Thu, 05 Mar 2026 07:08:09 GMT", HttpDate.text(Instant.parse("2026-03-05T07:08:09.9Z")));
  }
}
