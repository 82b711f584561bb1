package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.Role;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(VertxExtension.class)
class TokensTest {
  private static final String SECRET = "a secret of more than thirty-two bytes";
  private static final String OLDER = "an older secret, as long as it has to be";
  private static final Instant START = Instant.parse("2026-11-21T12:00:00.700Z");
  private static final Tokens.Verification FORGED = new Tokens.Verification.Forged();

  private final SecureRandom random = new SecureRandom();
  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private Vertx vertx;
  private Tokens tokens;

  @BeforeAll
  void open(Vertx shared) {
    vertx = shared;
    tokens = tokens("https://one.example", SECRET);
  }

  private Tokens tokens(String issuer, String... secrets) {
    return new Tokens(vertx, List.of(secrets), issuer, "gatehouse", now::get, random);
  }

  @Test
  void issuesTokenValidForOneDay() {
    now.set(START);
    String token = tokens.issue("owner", Role.OPERATOR);
    TokenClaims claims = valid(token);
    assertEquals("owner", claims.subject());
    assertEquals(Role.OPERATOR, claims.role());
    assertEquals(Instant.parse("2026-11-22T12:00:00Z"), claims.expiry());
    JsonObject payload = decoded(token, 1);
    assertEquals(START.getEpochSecond(), payload.getLong("iat"));
    assertEquals("https://one.example", payload.getString("iss"));
    assertEquals("gatehouse", payload.getString("aud"));
    assertEquals(claims.id(), payload.getString("jti"));
    assertNotEquals(decoded(tokens.issue("owner", Role.OPERATOR), 1).getString("jti"), claims.id());

    now.set(claims.expiry().minusMillis(1));
    valid(token);
    now.set(claims.expiry());
    assertInstanceOf(Tokens.Verification.Expired.class, tokens.verify(token));
    now.set(START);
  }

  @Test
  void rejectsIssuingTokenToNobodyRole() {
    assertThrows(IllegalArgumentException.class, () -> tokens.issue("owner", Role.NOBODY));
  }

  @Test
  void usesInjectedClockForExpiry() {
    now.set(START.plus(Duration.ofDays(4_000)));
    valid(tokens.issue("a visitor", Role.VISITOR));
    now.set(START);
  }

  @Test
  void rejectsTokenWithAnyChangedCharacter() {
    String token = tokens.issue("owner", Role.VISITOR);
    String others = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ %\0é";
    for (int at = 0; at < token.length(); at++) {
      boolean signature = at > token.lastIndexOf('.');
      // All other characters where decoders are lenient, and one neighbor elsewhere.
      for (int i = 0; i < others.length(); i += signature ? 1 : 7) {
        if (others.charAt(i) != token.charAt(at)) {
          String changed = token.substring(0, at) + others.charAt(i) + token.substring(at + 1);
          assertRejected(tokens.verify(changed), changed);
        }
      }
      assertRejected(tokens.verify(token.substring(0, at) + token.substring(at + 1)));
      assertRejected(tokens.verify(token.substring(0, at)));
    }
    for (String more : List.of(".", "..", "A", "=", " ", "\n", "." + token, ".x")) {
      assertRejected(tokens.verify(token + more), token + more);
      assertRejected(tokens.verify(more + token), more + token);
    }
  }

  @Test
  void rejectsTextWithSameHashAsKnownToken() {
    String token = tokens.issue("owner", Role.VISITOR);
    valid(token);
    int collisions = 0;
    for (int at = 0; at + 1 < token.length(); at++) {
      char second = (char) (token.charAt(at + 1) - 31);
      if (Character.isLetterOrDigit(second)) {
        // String.hashCode weighs a character 31 times as much as the next one.
        char first = (char) (token.charAt(at) + 1);
        String other = token.substring(0, at) + first + second + token.substring(at + 2);
        assertEquals(token.hashCode(), other.hashCode());
        assertRejected(tokens.verify(other), other);
        collisions++;
      }
    }
    assertTrue(collisions > 10, collisions + " collisions");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "...", "a.b.c", "null", "Bearer", "e30.e30.e30", "[].[].[]"})
  void junkGuessesNothing(String junk) {
    assertInstanceOf(Tokens.Verification.NoToken.class, tokens.verify(junk));
  }

  @Test
  void rejectsOverlongToken() {
    JsonObject claims = claims().put("sub", "x".repeat(3_200));
    assertInstanceOf(Tokens.Verification.NoToken.class, tokens.verify(signed(header(), claims)));
    valid(signed(header(), claims.put("sub", "x".repeat(2_000))));
  }

  static List<UnaryOperator<JsonObject>> headers() {
    return List.of(
        header -> header.put("alg", "none"),
        header -> header.put("alg", "None"),
        header -> header.put("alg", "HS512"),
        header -> header.put("alg", "RS256"),
        header -> header.put("alg", "hs256"),
        header -> header.put("alg", 256),
        header -> header.putNull("alg"),
        header -> without(header, "alg"),
        header -> header.put("kid", "another"),
        header -> header.put("kid", 7),
        header -> header.put("alg", "none").put("x5c", new JsonArray().add("MIIB")));
  }

  @ParameterizedTest
  @MethodSource("headers")
  void rejectsUnexpectedHeaderWithValidSignature(UnaryOperator<JsonObject> change) {
    valid(signed(header(), claims()));
    assertRejected(tokens.verify(signed(change.apply(header()), claims())));
  }

  @Test
  void rejectsUnsignedToken() {
    String unsigned = part(header().put("alg", "none")) + "." + part(claims());
    assertRejected(tokens.verify(unsigned));
    assertRejected(tokens.verify(unsigned + "."));
  }

  static List<UnaryOperator<JsonObject>> claimSets() {
    return List.of(
        claims -> claims.put("iss", "https://two.example"),
        claims -> claims.put("iss", 1),
        claims -> claims.put("aud", "another"),
        claims -> claims.put("aud", new JsonArray().add("another")),
        claims -> claims.put("aud", 1),
        claims -> claims.put("role", "OPERATOR"),
        claims -> claims.put("role", "nobody"),
        claims -> claims.put("role", new JsonArray().add("operator")),
        claims -> claims.put("exp", "9999999999"),
        claims -> claims.put("sub", 1),
        claims -> without(claims, "iss"),
        claims -> without(claims, "aud"),
        claims -> without(claims, "sub"),
        claims -> without(claims, "role"),
        claims -> without(claims, "iat"),
        claims -> without(claims, "exp"),
        claims -> without(claims, "jti"));
  }

  @ParameterizedTest
  @MethodSource("claimSets")
  void rejectsInvalidClaimsWithValidSignature(UnaryOperator<JsonObject> change) {
    assertRejected(tokens.verify(signed(header(), change.apply(claims()))));
  }

  @Test
  void reportsForgedForExpiredTokenWithBadSignature() {
    String token = signed(header(), claims().put("exp", START.getEpochSecond() - 1));
    assertInstanceOf(Tokens.Verification.Expired.class, tokens.verify(token));
    assertEquals(FORGED, tokens.verify(token.substring(0, token.length() - 3) + "AAA"));
  }

  @Test
  void usesOldSecretOnlyForVerification() {
    String old = tokens("https://one.example", OLDER).issue("owner", Role.OPERATOR);
    assertEquals(FORGED, tokens.verify(old));
    Tokens rotated = tokens("https://one.example", SECRET, OLDER, SECRET);
    assertInstanceOf(Tokens.Verification.Valid.class, rotated.verify(old));
    for (int i = 0; i < 20; i++) {
      valid(rotated.issue("owner", Role.OPERATOR));
    }
    assertNotEquals(
        decoded(old, 0).getString("kid"),
        decoded(rotated.issue("owner", Role.OPERATOR), 0).getString("kid"));
  }

  @Test
  void rejectsShortSecret() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> tokens("https://one.example", "x".repeat(31)));
    assertTrue(refused.getMessage().contains("31 bytes and needs 32"), refused.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> tokens("https://one.example", SECRET, "short"));
  }

  private static JsonObject header() {
    return JsonObject.of("typ", "JWT", "alg", "HS256");
  }

  private static JsonObject claims() {
    long now = START.getEpochSecond();
    return JsonObject.of(
            "sub", "owner", "role", "operator", "iat", now, "exp", now + 60, "jti", "id")
        .put("iss", "https://one.example")
        .put("aud", "gatehouse");
  }

  private static JsonObject without(JsonObject json, String name) {
    json.remove(name);
    return json;
  }

  private static String part(JsonObject json) {
    return base64(json.encode().getBytes(StandardCharsets.UTF_8));
  }

  private static JsonObject decoded(String token, int part) {
    return new JsonObject(
        new String(
            Base64.getUrlDecoder().decode(token.split("\\.")[part]), StandardCharsets.UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Signs like an attacker who has the secret, regardless of the algorithm in the header. */
  private static String signed(JsonObject header, JsonObject claims) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      String content = part(header) + "." + part(claims);
      return content + "." + base64(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** A change of the header or the claims can leave a text that is no token of this service. */
  private static void assertRejected(Tokens.Verification result, String... text) {
    assertTrue(
        result instanceof Tokens.Verification.Forged
            || result instanceof Tokens.Verification.NoToken,
        () -> result + String.join(" ", text));
  }

  @Test
  void asksForVerificationAgainAfterItsTime() {
    now.set(START);
    String token = tokens.issue("owner", Role.OPERATOR, Duration.ofHours(8), Duration.ofMinutes(5));
    TokenClaims claims = valid(token);
    assertEquals(Instant.parse("2026-11-21T20:00:00Z"), claims.expiry());
    assertFalse(tokens.isStale(claims));
    now.set(Instant.parse("2026-11-21T12:04:59.999Z"));
    assertFalse(tokens.isStale(claims));
    now.set(Instant.parse("2026-11-21T12:05:00Z"));
    assertTrue(tokens.isStale(claims));
    assertFalse(tokens.isStale(valid(tokens.issue("owner", Role.OPERATOR))), "of no session");
    now.set(START);
  }

  private TokenClaims valid(String token) {
    return assertInstanceOf(Tokens.Verification.Valid.class, tokens.verify(token)).claims();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "null, the header has the word null in place of a credential",
        "[object Object], the header has the word [object object] in place of a credential",
        "Bearer, the word Bearer stands before the key",
        "bearer 0123456789, the word Bearer stands before the key",
        "\"0123456789\", the credential stands in quotes",
        "'0123456789', the credential stands in quotes",
        "0123456789,"
      })
  void namesMistakesInThePlaceOfAKey(String text, String mistake) {
    assertEquals(Optional.ofNullable(mistake), Tokens.CredentialMistakes.ofKey(text));
  }

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
