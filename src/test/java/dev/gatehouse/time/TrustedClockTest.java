package dev.gatehouse.time;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.TestClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the guarded clock against jumps and drift. */
class TrustedClockTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Instant START = Instant.parse("2027-03-12T20:00:00Z");

  private final TestClock wall = TestClock.stoppedAt(START);
  private final TrustedClock clock = new TrustedClock(wall, HOUR);

  private boolean deletes(Instant written) {
    return clock.olderThan(Duration.ofDays(30)).filter(age -> age.reached(written)).isPresent();
  }

  private void confirm() {
    wall.advance(HOUR);
    clock.lookUnlessShared();
    assertTrue(clock.isCertain());
  }

  @Test
  void deletesNothingInTheFirstHour() {
    Instant old = START.minus(Duration.ofDays(99));
    assertFalse(deletes(old));
    wall.advance(HOUR.minusSeconds(1));
    assertFalse(deletes(old));
    wall.advance(Duration.ofSeconds(1));
    assertTrue(deletes(old));
    assertFalse(deletes(wall.instant().minus(Duration.ofDays(29))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT2M", "-PT2M", "PT1H", "-PT1H", "P1D", "-P1D", "P400D", "-P20890D"})
  void suspendsDeletionDuringJump(Duration jump) {
    confirm();
    Instant old = START.minus(Duration.ofDays(99));
    Instant before = clock.guarded().instant();
    wall.jump(jump);
    assertFalse(deletes(old));
    assertTrue(clock.trouble().isPresent());
    assertTrue(!clock.guarded().instant().isAfter(before), "expiry follows the jump");
    wall.advance(Duration.ofSeconds(24));
    assertFalse(deletes(old));
    wall.jump(jump.negated());
    assertTrue(deletes(old));
    assertEquals(before.plusSeconds(24), clock.guarded().instant());
    assertTrue(clock.trouble().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"P400D", "-P1D"})
  void acceptsJumpAfterAnHour(Duration jump) {
    confirm();
    wall.jump(jump);
    assertFalse(deletes(Instant.MIN.plus(Duration.ofDays(99))));
    wall.advance(HOUR.minusSeconds(1));
    assertFalse(deletes(Instant.EPOCH));
    wall.advance(Duration.ofSeconds(1));
    assertTrue(deletes(Instant.EPOCH));
    assertEquals(wall.instant(), clock.guarded().instant());
  }

  @Test
  void neverConfirmsWanderingClock() {
    confirm();
    for (int step = 1; step <= 200; step++) {
      wall.jump(MINUTE.multipliedBy(step % 2 == 0 ? 5 : 20));
      wall.advance(Duration.ofMinutes(20));
      assertFalse(deletes(Instant.EPOCH), "step " + step);
    }
  }

  @Test
  void followsSlowDriftAndStopsAtFastDrift() {
    confirm();
    for (int minute = 0; minute < 600; minute++) {
      wall.advance(MINUTE);
      wall.jump(Duration.ofMillis(300));
      assertTrue(deletes(Instant.EPOCH), "minute " + minute);
    }
    int deleted = 0;
    for (int minute = 0; minute < 600; minute++) {
      wall.advance(MINUTE);
      wall.jump(Duration.ofSeconds(6));
      deleted += deletes(Instant.EPOCH) ? 1 : 0;
    }
    assertTrue(deleted < 11, deleted + " of 600 minutes");
  }

  @Test
  void takesEarlierProcessForEvidence() {
    clock.startAfter(START.plus(Duration.ofDays(1)));
    assertTrue(clock.trouble().isPresent());
    assertFalse(deletes(Instant.EPOCH));
    wall.jump(Duration.ofDays(1));
    wall.advance(HOUR);
    assertTrue(deletes(Instant.EPOCH));
    assertTrue(clock.trouble().isEmpty());
  }

  @Test
  void followsTheServersClock() {
    wall.jump(Duration.ofHours(2));
    clock.look(START, wall.nanoTime());
    assertEquals(Duration.ofHours(2), clock.offset().orElseThrow());
    assertEquals(START, clock.guarded().instant());
    wall.jump(Duration.ofDays(-400));
    wall.advance(MINUTE);
    assertEquals(START.plus(MINUTE), clock.guarded().instant());
    wall.advance(HOUR);
    clock.look(START.plus(MINUTE).plus(HOUR), wall.nanoTime());
    assertTrue(deletes(Instant.EPOCH));
    clock.look(START.plus(Duration.ofDays(400)), wall.nanoTime());
    assertFalse(deletes(Instant.EPOCH));
    assertEquals(START.plus(MINUTE).plus(HOUR), clock.guarded().instant());
  }
}
