package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link Tokens} and {@link HoneypotPaths}. */
class TokenSyntaxTest {
  private static final String SIGNATURE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFA";

  @Test
  void acceptsCanonicalTokens() {
    assertTrue(Tokens.isCompactJws("a.b." + SIGNATURE));
    assertTrue(Tokens.isCompactJws("azAZ09-_.azAZ09-_." + SIGNATURE));
    for (char last : "AEIMQUYcgkosw048".toCharArray()) {
      assertTrue(Tokens.isCompactJws("a.b." + SIGNATURE.substring(1) + last));
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
      assertFalse(Tokens.isCompactJws(token), token);
    }
    for (char other : "@[`{/:+=. \0é".toCharArray()) {
      assertFalse(Tokens.isCompactJws("a" + other + "c.b." + SIGNATURE), "a" + other);
      assertFalse(Tokens.isCompactJws("a.b" + other + "d." + SIGNATURE), "b" + other);
    }
    for (char last : "BCDFZabz1-_".toCharArray()) {
      assertFalse(Tokens.isCompactJws("a.b." + SIGNATURE.substring(1) + last), "" + last);
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
    assertEquals(decoded, HoneypotPaths.leniently(path));
  }
}
