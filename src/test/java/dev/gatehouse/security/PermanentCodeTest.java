package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.security.PermanentCode;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermanentCodeTest {
  private final SecureRandom random = new SecureRandom();

  @Test
  void matchesStoredCodeExactly() {
    PermanentCode code = PermanentCode.of("Tür & Tor 8", random);
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
    assertNotEquals(stored, PermanentCode.of("password", random).stored());
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
    assertTrue(code.matches("[" + DailyCodes.ALPHABET + "]{20}"), code);
    assertNotEquals(code, PermanentCode.generate(random));
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
