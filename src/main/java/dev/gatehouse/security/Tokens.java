package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.bus.Role;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;

/**
 * Issuer and verifier of bearer tokens, which are HS256 JWTs. Both operations run in memory without
 * blocking, so they are safe on an event loop. There is no leeway: a token expires exactly at its
 * {@code exp}.
 */
public final class Tokens {
  public static final Duration LIFETIME = Duration.ofHours(24);

  private static final int LONGEST = 4_096;
  private static final int REMEMBERED = 4_096;
  private static final int ID_BYTES = 16;
  private static final String VERIFIED_UNTIL = "verified_until";
  private static final String VISITOR = "visitor";
  private static final String OPERATOR = "operator";
  private static final Verification FORGED = new Verification.Forged();

  private final JWTAuth signingAuth;
  private final JWTAuth verifyingAuth;
  private final VerifiedTokens verified = new VerifiedTokens(REMEMBERED);
  private final String issuer;
  private final String audience;
  private final InstantSource clock;
  private final SecureRandom random;

  /**
   * @param secrets the first secret signs and all verify; keep an old one until its tokens expire
   * @throws IllegalArgumentException if a secret has fewer than 32 bytes
   */
  public Tokens(
      Vertx vertx,
      List<String> secrets,
      String issuer,
      String audience,
      InstantSource clock,
      SecureRandom random) {
    List<SigningKey> keys = secrets.stream().map(SigningKey::of).distinct().toList();
    // vertx-auth-jwt signs with a random key of its keys, so the signer must have only the current
    // one.
    this.signingAuth = provider(vertx, keys.subList(0, 1), issuer, audience);
    this.verifyingAuth = provider(vertx, keys, issuer, audience);
    this.issuer = issuer;
    this.audience = audience;
    this.clock = clock;
    this.random = random;
  }

  private static JWTAuth provider(
      Vertx vertx, List<SigningKey> keys, String issuer, String audience) {
    // The provider uses the system clock. This class checks the expiry itself with the injected
    // clock.
    JWTAuthOptions options =
        new JWTAuthOptions()
            .setJWTOptions(
                new JWTOptions()
                    .setAlgorithm(SigningKey.ALGORITHM)
                    .setIssuer(issuer)
                    .setAudience(List.of(audience))
                    .setIgnoreExpiration(true));
    keys.forEach(key -> options.addPubSecKey(key.options()));
    return JWTAuth.create(vertx, options);
  }

  /** Creates a token that is valid for {@link #LIFETIME}. */
  public String issue(String subject, Role role) {
    return issue(subject, role, LIFETIME, new JsonObject());
  }

  /**
   * Creates a token of a browser's session.
   *
   * @param verified time for which the bearer counts as verified for destructive operations
   */
  public String issue(String subject, Role role, Duration lifetime, Duration verified) {
    long until = clock.instant().getEpochSecond() + verified.toSeconds();
    return issue(subject, role, lifetime, new JsonObject().put(VERIFIED_UNTIL, until));
  }

  private String issue(String subject, Role role, Duration lifetime, JsonObject more) {
    if (role == Role.NOBODY) {
      throw new IllegalArgumentException("a token needs the role of visitor or operator");
    }
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    long now = clock.instant().getEpochSecond();
    return signingAuth.generateToken(
        more.put("iss", issuer)
            .put("aud", audience)
            .put("sub", subject)
            .put("role", role == Role.OPERATOR ? OPERATOR : VISITOR)
            .put("iat", now)
            .put("exp", now + lifetime.toSeconds())
            .put("jti", Base64.getUrlEncoder().withoutPadding().encodeToString(id)),
        new JWTOptions().setAlgorithm(SigningKey.ALGORITHM).setNoTimestamp(true));
  }

  /** Verifies a token. Never throws, even for arbitrary text. */
  public Verification verify(String token) {
    if (token.length() > LONGEST) {
      return new Verification.NoToken("the token is longer than those of this service");
    }
    TokenClaims claims = verified.find(token);
    if (claims == null) {
      claims = CompactJwsSyntax.holds(token) ? claims(token) : null;
      if (claims == null) {
        return CredentialMistakes.ofToken(token, issuer)
            .<Verification>map(Verification.NoToken::new)
            .orElse(FORGED);
      }
      verified.keep(token, claims);
    }
    if (clock.instant().isBefore(claims.expiry())) {
      return new Verification.Valid(claims);
    }
    return new Verification.Expired(claims);
  }

  /** Returns whether the bearer must be verified again before a destructive operation. */
  public boolean isStale(TokenClaims claims) {
    return claims.verifiedUntil() != null && !clock.instant().isBefore(claims.verifiedUntil());
  }

  /** Returns the token's claims; null if it is forged. */
  private TokenClaims claims(String token) {
    try {
      Future<User> user = verifyingAuth.authenticate(new TokenCredentials(token));
      if (!user.succeeded()) {
        return null;
      }
      return claims(user.result().attributes().getJsonObject("accessToken"));
    } catch (ClassCastException e) {
      return null; // A claim has an unexpected type.
    }
  }

  /** Reads the claims of a token whose signature is valid; null if any is missing. */
  private static TokenClaims claims(JsonObject token) {
    Role role = role(token.getValue("role"));
    if (role != null
        && token.getValue("sub") instanceof String subject
        && token.getValue("jti") instanceof String id
        && token.getValue("iat") instanceof Number
        && token.getValue("exp") instanceof Number expiry) {
      return new TokenClaims(
          subject,
          role,
          id,
          Instant.ofEpochSecond(expiry.longValue()),
          time(token.getValue(VERIFIED_UNTIL)));
    }
    return null;
  }

  private static Instant time(Object seconds) {
    return seconds instanceof Number given ? Instant.ofEpochSecond(given.longValue()) : null;
  }

  private static Role role(Object name) {
    if (VISITOR.equals(name)) {
      return Role.VISITOR;
    }
    return OPERATOR.equals(name) ? Role.OPERATOR : null;
  }

  /** Result of verifying a presented token. */
  public sealed interface Verification {

    /** Valid signature and not expired. Revocation is checked elsewhere. */
    record Valid(TokenClaims claims) implements Verification {}

    /** Valid signature but expired, which is no reason to suspect the bearer. */
    record Expired(TokenClaims claims) implements Verification {}

    /** Has the form of a token of this service, but not its signature or claims. */
    record Forged() implements Verification {}

    /**
     * Not a token of this service, which guesses nothing.
     *
     * @param mistake what the header has instead
     */
    record NoToken(String mistake) implements Verification {}
  }
}
