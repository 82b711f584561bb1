package dev.gatehouse.area;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens of links: their scope, and protection against forgery and modification. */
class SignedLinksTest {
  private static final String ID = "0123456789abcdef01234567";

  private final TestClock clock = new TestClock();
  private final SignedLinks links = new SignedLinks("secret", clock);

  @Test
  void acceptsTokenForItsPurposeUntilExpiry() {
    String token = links.token("calendar.cancel", ID, clock.instant().plus(Duration.ofHours(1)));
    assertTrue(token.length() <= 160 && token.matches("[A-Za-z0-9._-]+"), token);
    assertEquals(Optional.of(ID), links.id("calendar.cancel", token));
    assertEquals(Optional.of(ID), new SignedLinks("secret", clock).id("calendar.cancel", token));
    assertEquals(Optional.empty(), links.id("calendar.cancels", token));
    assertEquals(Optional.empty(), links.id("review.delete", token));
    assertEquals(Optional.empty(), new SignedLinks("other", clock).id("calendar.cancel", token));
    clock.advance(Duration.ofMinutes(59));
    assertEquals(Optional.of(ID), links.id("calendar.cancel", token));
    clock.advance(Duration.ofMinutes(1));
    assertEquals(Optional.empty(), links.id("calendar.cancel", token));
  }

  @Test
  void rejectsAlteredToken() {
    String token = links.token("a.b", ID, clock.instant().plus(Duration.ofDays(1)));
    for (int at = 0; at < token.length(); at++) {
      for (char other : new char[] {'0', 'a', 'Z', '.', '-', '%', '\n'}) {
        String changed = token.substring(0, at) + other + token.substring(at + 1);
        if (!changed.equals(token)) {
          assertEquals(Optional.empty(), links.id("a.b", changed), changed);
        }
      }
    }
    assertEquals(Optional.empty(), links.id("a.b", token + "A"));
    assertEquals(Optional.empty(), links.id("a.b", token + "\n"));
    assertEquals(Optional.empty(), links.id("a.b", token.substring(1)));
  }

  /** Shifting the boundary changes the signed text. */
  @Test
  void separatesPurposeFromId() {
    String token = links.token("a.b", "cd", clock.instant().plus(Duration.ofDays(1)));
    assertEquals(Optional.empty(), links.id("a.bc", token.substring(1)));
    assertThrows(IllegalArgumentException.class, () -> links.token("a.b", "c\nd", clock.instant()));
    assertThrows(IllegalArgumentException.class, () -> links.token("a\nb", "cd", clock.instant()));
    assertThrows(IllegalArgumentException.class, () -> links.token("a.b", "c.d", clock.instant()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a.b.c", "a.zzzzzzzzzzz.", "{}", "a.zzzzzzzzzzzz.x"})
  void rejectsMalformedToken(String token) {
    assertEquals(Optional.empty(), links.id("a.b", token));
    assertEquals(Optional.empty(), links.id("a.b", token + "A".repeat(43)));
  }

  @Test
  void supportsExtremeExpiryTimes() {
    assertEquals(Optional.of(ID), links.id("a.b", links.token("a.b", ID, Instant.MAX)));
    assertEquals(Optional.empty(), links.id("a.b", links.token("a.b", ID, Instant.MIN)));
  }
}
