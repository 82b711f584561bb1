package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.bus.Role;
import dev.gatehouse.security.Tokens.VerifiedTokens;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that have been verified, and the credentials that each address has proven. */
class VerifiedTokensTest {
  private static final int MAX = 10;

  private final VerifiedTokens tokens = new VerifiedTokens(MAX);
  private final KnownGoodCredentials proven = new KnownGoodCredentials(3);

  /** "Aa" and "BB" have the same hash, as do all texts that differ only in them. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 8, 9, 16, 17, 200})
  void findsNoTokenWithSameHashAndLength(int length) {
    for (int at = 0; at <= length - 2; at++) {
      String token = "x".repeat(at) + "Aa" + "x".repeat(length - at - 2);
      String forged = "x".repeat(at) + "BB" + "x".repeat(length - at - 2);
      assertEquals(token.hashCode(), forged.hashCode());
      tokens.keep(token, claims(token));
      assertNull(tokens.find(forged));
      assertNotNull(tokens.find(token));
    }
  }

  @Test
  void findsNoTokenWithDifferentText() {
    tokens.keep("token?", claims("one"));
    assertNull(tokens.find("token"));
    assertNull(tokens.find("token?\0"));
    assertNull(tokens.find("token\u20ac"));
    assertNull(tokens.find(""));
  }

  @Test
  void keepsRecentTokensUpToLimit() {
    for (int i = 0; i < 100 * MAX; i++) {
      TokenClaims claims = claims("user-" + i);
      tokens.keep("token-" + i, claims);
      assertSame(claims, tokens.find("token-" + i));
    }
    long kept =
        IntStream.range(0, 100 * MAX).filter(i -> tokens.find("token-" + i) != null).count();
    assertTrue(kept <= MAX, kept + " are kept");
  }

  private static TokenClaims claims(String subject) {
    return new TokenClaims(subject, Role.VISITOR, subject, Instant.EPOCH, null);
  }

  @Test
  void remembersCredentialPerAddress() {
    proven.remember("1.2.3.4", "key");
    proven.remember("1.2.3.4", "token");
    assertTrue(proven.holds("1.2.3.4", "key"));
    assertTrue(proven.holds("1.2.3.4", "token"));
    assertFalse(proven.holds("1.2.3.5", "key"));
    proven.forget("1.2.3.4");
    assertFalse(proven.holds("1.2.3.4", "key"));
    assertFalse(proven.holds("1.2.3.4", "token"));
  }

  @Test
  void limitsAddressesAndCredentials() {
    for (int i = 0; i < 100; i++) {
      proven.remember("1.2.3.4", "token-" + i);
    }
    assertEquals(
        8, IntStream.range(0, 100).filter(i -> proven.holds("1.2.3.4", "token-" + i)).count());
    assertTrue(proven.holds("1.2.3.4", "token-99"));
    for (int i = 0; i < 100; i++) {
      proven.remember("5.6.7." + i, "key");
    }
    assertTrue(IntStream.range(0, 100).filter(i -> proven.holds("5.6.7." + i, "key")).count() <= 3);
    assertTrue(proven.holds("5.6.7.99", "key"));
  }
}
