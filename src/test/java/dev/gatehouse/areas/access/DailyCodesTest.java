package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DailyCodesTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 21);
  private static final ZoneId ZONE = ZoneId.of("America/New_York");

  private final DailyCodes codes = new DailyCodes("pepper", ZONE);

  @ParameterizedTest
  @CsvSource({
    // Winter: UTC-5
    "2026-11-21T13:59:59.999Z, 2026-11-20",
    "2026-11-21T14:00:00Z,     2026-11-21",
    "2026-11-22T04:59:59Z,     2026-11-21",
    "2026-11-22T05:00:00Z,     2026-11-21",
    // Summer: UTC-4
    "2026-07-01T12:59:59.999Z, 2026-06-30",
    "2026-07-01T13:00:00Z,     2026-07-01",
    // Clocks go forward on 2026-03-08 at 2:00
    "2026-03-07T14:00:00Z,     2026-03-07",
    "2026-03-08T06:59:59Z,     2026-03-07",
    "2026-03-08T07:00:00Z,     2026-03-07",
    "2026-03-08T12:59:59Z,     2026-03-07",
    "2026-03-08T13:00:00Z,     2026-03-08",
    // Clocks go back on 2026-11-01 at 2:00
    "2026-10-31T13:00:00Z,     2026-10-31",
    "2026-11-01T05:30:00Z,     2026-10-31",
    "2026-11-01T06:30:00Z,     2026-10-31",
    "2026-11-01T13:59:59Z,     2026-10-31",
    "2026-11-01T14:00:00Z,     2026-11-01",
    // Across a year's end
    "2027-01-01T13:59:59Z,     2026-12-31",
  })
  void theDayIsThatOfTheLastGeneration(Instant time, LocalDate day) {
    assertEquals(day, codes.day(time));
  }

  @ParameterizedTest
  @CsvSource({"2026-03-07, 23", "2026-03-08, 24", "2026-10-31, 25", "2026-11-01, 24"})
  void keepsCodeValidUntilTheNext(LocalDate day, long hours) {
    assertEquals(
        hours, Duration.between(codes.validFrom(day), codes.validFrom(day.plusDays(1))).toHours());
  }

  @Test
  void mapsEachInstantToTheDayOfItsValidCode() {
    Instant end = Instant.parse("2028-01-01T00:00:00Z");
    for (Instant time = Instant.parse("2026-01-01T00:00:00Z");
        time.isBefore(end);
        time = time.plus(Duration.ofMinutes(29))) {
      LocalDate day = codes.day(time);
      assertFalse(time.isBefore(codes.validFrom(day)), time::toString);
      assertTrue(time.isBefore(codes.validFrom(day.plusDays(1))), time::toString);
    }
  }

  @Test
  void derivesCodeFromSecretDayAndReissue() {
    String code = codes.code(DAY, 0);
    // A node of another release must compute the same code, or two nodes disagree during a restart.
    assertEquals("Z64QTEQGWG", code);
    assertEquals(code, new DailyCodes("pepper", ZONE).code(DAY, 0));
    assertNotEquals(code, new DailyCodes("salt", ZONE).code(DAY, 0));
    assertNotEquals(code, codes.code(DAY, 1));
    assertNotEquals(code, codes.code(DAY.plusDays(1), 0));
  }

  @Test
  void distributesLettersUniformly() {
    int[] counts = new int[128];
    Set<String> seen = new HashSet<>();
    int days = 20_000;
    for (int i = 0; i < days; i++) {
      String code = codes.code(DAY.plusDays(i), 0);
      assertTrue(code.matches("[" + DailyCodes.ALPHABET + "]{10}"), code);
      assertTrue(seen.add(code));
      code.chars().forEach(letter -> counts[letter]++);
    }
    double expected = days * 10.0 / DailyCodes.ALPHABET.length();
    double chiSquare =
        DailyCodes.ALPHABET
            .chars()
            .mapToDouble(letter -> Math.pow(counts[letter] - expected, 2) / expected)
            .sum();
    // With 30 degrees of freedom, one in a million exceeds 82. The codes are fixed, so the result
    // is deterministic.
    assertTrue(chiSquare < 82, "chi-square " + chiSquare);
  }

  @Test
  void excludesLookAlikeLetters() {
    assertTrue(DailyCodes.ALPHABET.chars().noneMatch(letter -> "0O1IL".indexOf(letter) >= 0));
    assertEquals(31, DailyCodes.ALPHABET.chars().distinct().count());
  }

  @Test
  void ignoresCaseAndSurroundingBlanksOnly() {
    String code = codes.code(DAY, 0);
    assertTrue(codes.matches(code, DAY, 0));
    assertTrue(codes.matches(" " + code.toLowerCase(Locale.ROOT) + "\n", DAY, 0));
    assertFalse(codes.matches(code.substring(1), DAY, 0));
    assertFalse(codes.matches(code + "A", DAY, 0));
    assertFalse(codes.matches(code.substring(0, 5) + " " + code.substring(5), DAY, 0));
    assertFalse(codes.matches("", DAY, 0));
    assertFalse(codes.matches(codes.code(DAY.minusDays(1), 0), DAY, 0));
    assertFalse(codes.matches(code, DAY, 1));
  }
}
