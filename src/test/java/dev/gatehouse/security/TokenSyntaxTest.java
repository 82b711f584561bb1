package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link CompactJwsSyntax} and {@link LenientPercentDecoder}. */
class TokenSyntaxTest {
  private static final String SIGNATURE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFA";

  @Test
  void acceptsCanonicalTokens() {
    assertTrue(CompactJwsSyntax.holds("a.b." + SIGNATURE));
    assertTrue(CompactJwsSyntax.holds("azAZ09-_.azAZ09-_." + SIGNATURE));
    for (char last : "AEIMQUYcgkosw048".toCharArray()) {
      assertTrue(CompactJwsSyntax.holds("a.b." + SIGNATURE.substring(1) + last));
    }
  }

  @Test
  void rejectsOtherSpellings() {
    for (String token :
        List.of(
            "",
            ".b." + SIGNATURE,
            "a.." + SIGNATURE,
            "a." + SIGNATURE,
            "a.b" + SIGNATURE,
            "a.b.c" + SIGNATURE,
            "a.b." + SIGNATURE.substring(1),
            "a.b.c." + SIGNATURE,
            "ab" + SIGNATURE)) {
      assertFalse(CompactJwsSyntax.holds(token), token);
    }
    for (char other : "@[`{/:+=. \0é".toCharArray()) {
      assertFalse(CompactJwsSyntax.holds("a" + other + "c.b." + SIGNATURE), "a" + other);
      assertFalse(CompactJwsSyntax.holds("a.b" + other + "d." + SIGNATURE), "b" + other);
    }
    for (char last : "BCDFZabz1-_".toCharArray()) {
      assertFalse(CompactJwsSyntax.holds("a.b." + SIGNATURE.substring(1) + last), "" + last);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/a, /a",
    "%41, A",
    "%4g%g4%, %4g%g4%",
    "a%4, a%4",
    "a%41, aA",
    "%c0%af, /",
    "%c0%ae%C0%80, '.\0'",
    "%c0%7f, 'À\u007f'",
    "%c0%, À%",
    "%c1%af, Á¯",
    "%25%34%31, %41",
  })
  void decodesEscapesLeniently(String path, String decoded) {
    assertEquals(decoded, LenientPercentDecoder.decode(path));
  }
}
