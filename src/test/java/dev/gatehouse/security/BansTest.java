package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.security.Bans.BanKnowledge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BansTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Instant HOUR = NOW.plus(Duration.ofHours(1));

  private final Bans bans = new Bans(5);

  private boolean banned(String address) {
    return bans.banned(address, NOW);
  }

  @Test
  void endsBanOnTime() {
    bans.set("1.2.3.4", HOUR);
    bans.set("5.6.7.8", Instant.MAX);
    assertEquals(Optional.of(Duration.ofHours(1)), bans.left("1.2.3.4", NOW));
    assertTrue(bans.banned("1.2.3.4", HOUR.minusMillis(1)));
    assertFalse(bans.banned("1.2.3.4", HOUR));
    assertTrue(bans.banned("5.6.7.8", Instant.parse("9999-01-01T00:00:00Z")));
    assertEquals(Optional.empty(), bans.left("5.6.7.8", NOW));
    assertFalse(banned("9.9.9.9"));
    bans.set("1.2.3.4", null);
    assertFalse(banned("1.2.3.4"));
  }

  @Test
  void distinguishesAddresses() {
    List<String> all =
        List.of("0.0.0.1", "1.0.0.0", "::/64", "0:0:0:1::/64", "0:0:100::/64", "2001:db8:5:6::/64");
    for (String one : all) {
      Bans alone = new Bans(5);
      alone.set(one, HOUR);
      for (String other : all) {
        assertEquals(one.equals(other), alone.banned(other, NOW), one + " and " + other);
      }
    }
    bans.set("no address", HOUR);
    assertFalse(banned("no address"));
  }

  @Test
  void replacesBansInMemoryWithStoredBans() {
    bans.set("1.2.3.4", HOUR);
    Bans stored = bans.empty();
    stored.set("5.6.7.8", Instant.MAX);
    bans.replaceWith(stored);
    assertFalse(banned("1.2.3.4"));
    assertTrue(banned("5.6.7.8"));
  }

  @Test
  void keepsLatestBansOverLimit() {
    for (int i = 1; i <= 5; i++) {
      bans.set("1.2.3." + i, HOUR);
    }
    assertTrue(bans.complete());
    bans.set("1.2.3.5", Instant.MAX);
    assertTrue(bans.complete());
    bans.set("1.2.3.6", HOUR);
    assertFalse(bans.complete());
    assertTrue(banned("1.2.3.6"));
    assertEquals(5, bans.size());
    bans.replaceWith(bans.empty());
    assertTrue(bans.complete());
  }

  @Test
  void asksStoreForAddressesThatAreMissingOverLimit() {
    for (int i = 1; i <= 6; i++) {
      bans.set("1.2.3." + i, HOUR);
    }
    assertEquals(BanKnowledge.BANNED, bans.of("1.2.3.6", NOW));
    assertEquals(BanKnowledge.UNCERTAIN, bans.of("10.9.1.1", NOW));
  }

  /** A start of another node makes this node load all bans again. */
  @Test
  void keepsBansWhileTheyAreLoadedAgain() throws Exception {
    Bans some = bans.empty();
    some.markIncomplete();
    Bans all = bans.empty();
    all.set("1.2.3.4", HOUR);
    bans.replaceWith(all);
    Thread loads =
        Thread.ofPlatform()
            .start(() -> {
              while (!Thread.currentThread().isInterrupted()) {
                bans.replaceWith(some);
                bans.replaceWith(all);
              }
            });
    int free = 0;
    for (int i = 0; i < 1_000_000; i++) {
      free += bans.of("1.2.3.4", NOW) == BanKnowledge.FREE ? 1 : 0;
    }
    loads.interrupt();
    loads.join();
    assertEquals(0, free);
  }

  /** Each new ban replaces an older one, so the latest remain. */
  @Test
  void replacesOlderBansBeforeLatestOne() {
    for (int i = 10; i < 15; i++) {
      bans.set("0.0.0." + i, HOUR);
    }
    for (int i = 0; i < 5; i++) {
      bans.set("0.0.0." + i, HOUR);
    }
    for (int i = 0; i < 5; i++) {
      assertTrue(banned("0.0.0." + i), "ban " + i);
      assertFalse(banned("0.0.0." + (i + 10)), "ban " + (i + 10));
    }
  }

  @Test
  void dropsExpiredBansAndRevocations() {
    bans.set("1.2.3.4", HOUR);
    bans.set("5.6.7.8", Instant.MAX);
    bans.dropOver(TestClock.before(HOUR));
    assertEquals(1, bans.size());
    Revocations revocations = new Revocations(2);
    revocations.revoke("a", HOUR);
    revocations.revoke("b", HOUR.plusSeconds(1));
    revocations.dropOver(TestClock.before(HOUR));
    assertFalse(revocations.revoked("a"));
    assertTrue(revocations.revoked("b"));
    revocations.replace(into -> into.accept("c", HOUR));
    assertFalse(revocations.revoked("b"));
    assertTrue(revocations.revoked("c"));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "0, 2026-11-21T13:00:00Z",
        "1, 2026-11-22T12:00:00Z",
        "2, 2026-12-21T12:00:00Z",
        "3, -",
        "99, -",
      })
  void theLadderRises(int earlier, Instant until) {
    BanLadder ladder = BanLadder.parse(List.of("1h", "24h", " 30d", "permanent"));
    assertEquals(Optional.ofNullable(until), ladder.until(earlier, NOW));
  }

  @Test
  void repeatsLastStepOfLadder() {
    BanLadder ladder = BanLadder.parse(List.of("90s", "5m"));
    assertEquals(Optional.of(NOW.plusSeconds(90)), ladder.until(0, NOW));
    assertEquals(Optional.of(NOW.plusSeconds(300)), ladder.until(7, NOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "h", "0h", "1w", "-1h", "1 h", "forever"})
  void rejectsInvalidStepAndNamesIt(String step) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> BanLadder.parse(List.of("1h", step)));
    assertTrue(refused.getMessage().contains("\"" + step + "\""), refused.getMessage());
  }

  @Test
  void storedBanHoldsUntilItsTime() {
    var ban = new Ban("1.2.3.4", "wrong codes", 10, NOW, HOUR);
    assertTrue(ban.holds(HOUR.minusMillis(1)));
    assertFalse(ban.holds(HOUR));
    assertEquals(Optional.of(Duration.ofMinutes(45)), ban.left(NOW.plus(Duration.ofMinutes(15))));
    var permanent = new Ban("1.2.3.4", "by the owner", 0, NOW, null);
    assertTrue(permanent.holds(Instant.MAX));
    assertEquals(Optional.empty(), permanent.left(NOW));
  }
}
