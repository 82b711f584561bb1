package dev.gatehouse.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BansTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  private static Ban ban(String address, Instant until) {
    return new Ban(address, "10 failed attempts", 10, NOW, until);
  }

  private final Bans bans = new Bans();

  private boolean banned(String address) {
    return bans.banned(address, NOW).isPresent();
  }

  @Test
  void aBanEndsOnTime() {
    Instant end = NOW.plus(Duration.ofHours(1));
    bans.add(ban("1.2.3.4", end));
    bans.add(ban("5.6.7.8", null));
    assertEquals(
        Optional.of(Duration.ofHours(1)), bans.banned("1.2.3.4", NOW).orElseThrow().left(NOW));
    assertTrue(bans.banned("1.2.3.4", end.minusNanos(1)).isPresent());
    assertFalse(bans.banned("1.2.3.4", end).isPresent());
    assertEquals(Optional.empty(), bans.banned("5.6.7.8", Instant.MAX).orElseThrow().left(NOW));
    assertFalse(banned("9.9.9.9"));
  }

  @Test
  void theStoredBansReplaceWhatWasKnown() {
    bans.add(ban("1.2.3.4", null));
    bans.replace(bans.mark(), List.of(ban("5.6.7.8", null)));
    assertFalse(banned("1.2.3.4"));
    assertTrue(banned("5.6.7.8"));
  }

  @Test
  void whatHappensWhileTheStoreIsReadIsNewer() {
    bans.replace(bans.mark(), List.of(ban("5.6.7.8", null)));
    long mark = bans.mark();
    bans.add(ban("1.2.3.4", null));
    bans.remove("5.6.7.8");
    bans.replace(mark, List.of(ban("5.6.7.8", null)));
    assertTrue(banned("1.2.3.4"));
    assertFalse(banned("5.6.7.8"));
    bans.replace(bans.mark(), List.of(ban("5.6.7.8", null)));
    assertFalse(banned("1.2.3.4"), "and then the store is right");
    assertTrue(banned("5.6.7.8"));
  }

  @Test
  void revocationsAreSeenAtOnceAndForgottenWithTheStore() {
    Revocations revocations = new Revocations();
    assertFalse(revocations.revoked("a"));
    long mark = revocations.mark();
    revocations.revoke("a", NOW);
    revocations.replace(mark, Map.of("b", NOW));
    assertTrue(revocations.revoked("a"));
    assertTrue(revocations.revoked("b"));
    revocations.replace(revocations.mark(), Map.of());
    assertFalse(revocations.revoked("a"));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "0, 2026-11-21T13:00:00Z",
        "1, 2026-11-22T12:00:00Z",
        "2, 2026-12-21T12:00:00Z",
        "3, -",
        "99, -"
      })
  void theLadderRises(int earlier, Instant until) {
    BanLadder ladder = BanLadder.parse(List.of("1h", "24h", " 30d", "permanent"));
    assertEquals(Optional.ofNullable(until), ladder.until(earlier, NOW));
  }

  @Test
  void aLadderMayEndWithoutAPermanentStep() {
    BanLadder ladder = BanLadder.parse(List.of("90s", "5m"));
    assertEquals(Optional.of(NOW.plusSeconds(90)), ladder.until(0, NOW));
    assertEquals(Optional.of(NOW.plusSeconds(300)), ladder.until(7, NOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "h", "0h", "1w", "-1h", "1 h", "forever"})
  void whatIsNoStepIsNamed(String step) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> BanLadder.parse(List.of("1h", step)));
    assertTrue(refused.getMessage().contains("\"" + step + "\""), refused.getMessage());
  }
}
