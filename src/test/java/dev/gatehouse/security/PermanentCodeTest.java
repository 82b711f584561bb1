package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermanentCodeTest {
  private final SecureRandom random = new SecureRandom();

  @Test
  void matchesStoredCodeExactly() {
    PermanentCode code = PermanentCode.given("Tür & Tor 8", random);
    PermanentCode read = PermanentCode.parse(code.stored());
    assertTrue(read.matches("Tür & Tor 8"));
    assertFalse(read.matches("tür & tor 8"));
    assertFalse(read.matches("Tür & Tor 8 "));
    assertFalse(read.matches("x"));
    assertFalse(code.stored().contains("Tor"));
  }

  @Test
  void hashesWithSaltedPbkdf2() {
    String stored = PermanentCode.of("password", random).stored();
    assertTrue(
        stored.matches("pbkdf2-sha256\\$310000\\$[A-Za-z0-9+/=]{24}\\$[A-Za-z0-9+/=]{44}"), stored);
    String other = PermanentCode.given("password", random).stored();
    assertNotEquals(other, PermanentCode.given("password", random).stored());
    // RFC 7914, section 11: PBKDF2-HMAC-SHA-256 (P="passwd", S="salt", c=1), first 32 bytes
    assertTrue(
        PermanentCode.parse("pbkdf2-sha256$1$c2FsdA==$VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLw=")
            .matches("passwd"));
  }

  /** The settings contain it in clear text. Only a value stored on disk needs a slow hash. */
  @Test
  void matchesConfiguredCodeWithFastHash() {
    PermanentCode code = PermanentCode.given("Tür & Tor 8", random);
    assertTrue(code.stored().startsWith("pbkdf2-sha256$1$"), code.stored());
    assertTrue(code.matches("Tür & Tor 8"));
    assertFalse(code.matches("Tür & Tor 9"));
    assertThrows(IllegalArgumentException.class, () -> PermanentCode.given("seven c", random));
  }

  @Test
  void generatesTwentyUnambiguousLetters() {
    String code = PermanentCode.generate(random);
    assertTrue(code.matches("[" + PermanentCode.ALPHABET + "]{20}"), code);
    assertNotEquals(code, PermanentCode.generate(random));
  }

  @Test
  void acceptsEightToHundredTwentyEightCharacters() {
    for (String code : List.of("eight ch", "x".repeat(128), "😀".repeat(128), "😀".repeat(8))) {
      assertTrue(PermanentCode.given(code, random).matches(code));
    }
    for (String code : List.of("x".repeat(129), "😀".repeat(7))) {
      assertThrows(IllegalArgumentException.class, () -> PermanentCode.given(code, random));
    }
  }

  @Test
  void ignoresNormalFormOfAccents() {
    PermanentCode code = PermanentCode.given("caf\u00e9 caf\u00e9", random);
    assertTrue(code.matches("cafe\u0301 cafe\u0301"));
    assertFalse(code.matches("cafe cafe"));
  }

  @Test
  void recognizesGeneratedCodes() {
    assertTrue(PermanentCode.isGenerated(PermanentCode.generate(random)));
    assertFalse(PermanentCode.isGenerated("2".repeat(19)));
    assertFalse(PermanentCode.isGenerated("2".repeat(19) + "0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "seven c", "eight\tchars"})
  void rejectsShortOrUnprintableCode(String code) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> PermanentCode.of(code, random));
    assertEquals(
        "the permanent code must have 8 to 128 printable characters", refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "plain text", "pbkdf2-sha256$1$c2FsdA==", "bcrypt$1$c2FsdA==$c2FsdA=="})
  void whatIsNoHashIsNotRead(String stored) {
    assertThrows(IllegalArgumentException.class, () -> PermanentCode.parse(stored));
  }
}
