package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.bus.Role;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
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

  /** Length in characters of a 32-byte signature in unpadded base64, rounded up. */
  private static final int SIGNATURE_LENGTH = 43;

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
      claims = isCompactJws(token) ? claims(token) : null;
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

  static boolean isCompactJws(String token) {
    int first = token.indexOf('.');
    int second = token.length() - SIGNATURE_LENGTH - 1;
    if (first < 1 || second <= first + 1 || token.charAt(second) != '.') {
      return false;
    }
    for (int i = 0; i < token.length(); i++) {
      if (i != first && i != second && !base64Url(token.charAt(i))) {
        return false;
      }
    }
    return "AEIMQUYcgkosw048".indexOf(token.charAt(token.length() - 1)) >= 0;
  }

  private static boolean base64Url(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_';
  }

  /**
   * Cache of tokens whose signature is valid, since a client sends the same token with every
   * request. Expiry and revocation are checked elsewhere on each request.
   *
   * <p>The duration of a lookup reveals nothing about a token's text. Texts are compared only if
   * their 32-bit hashes are equal, and then completely.
   */
  static final class VerifiedTokens {
    private final Map<Text, TokenClaims> known = new ConcurrentHashMap<>();
    private final int maxTokens;

    VerifiedTokens(int maxTokens) {
      this.maxTokens = maxTokens;
    }

    /** Returns the claims of a token; null if it has not been verified recently. */
    TokenClaims find(String token) {
      return known.get(new Text(token));
    }

    void keep(String token, TokenClaims claims) {
      if (known.size() >= maxTokens) {
        // Clearing everything is rare and cheap: active tokens are verified once more.
        known.clear();
      }
      known.put(new Text(token), claims);
    }

    /** Token as a map key. */
    private static final class Text {
      private final byte[] bytes;
      private final int hash;

      Text(String token) {
        // Characters beyond Latin-1 become question marks, which no verified token contains.
        this.bytes = token.getBytes(StandardCharsets.ISO_8859_1);
        this.hash = token.hashCode();
      }

      @Override
      public int hashCode() {
        return hash;
      }

      @Override
      public boolean equals(Object other) {
        return other instanceof Text text
            && hash == text.hash
            && bytes.length == text.bytes.length
            && same(ByteBuffer.wrap(bytes), ByteBuffer.wrap(text.bytes));
      }

      /**
       * Compares byte arrays of equal length in constant time, like {@code MessageDigest.isEqual}.
       */
      private static boolean same(ByteBuffer one, ByteBuffer other) {
        long difference = 0;
        while (one.remaining() >= Long.BYTES) {
          difference |= one.getLong() ^ other.getLong();
        }
        while (one.hasRemaining()) {
          difference |= one.get() ^ other.get();
        }
        return difference == 0;
      }
    }
  }

  /** Secret that signs tokens, with the id ({@code kid}) that a token's header refers to. */
  record SigningKey(String id, String secret) {
    static final String ALGORITHM = "HS256";

    private static final int SHORTEST = 32;
    private static final int ID_LENGTH = 12;

    static SigningKey of(String secret) {
      byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
      if (bytes.length < SHORTEST) {
        throw new IllegalArgumentException(
            "the JWT secret has "
                + bytes.length
                + " bytes and needs "
                + SHORTEST
                + " or more: create one with `openssl rand -base64 48`, or omit it to generate one");
      }
      return new SigningKey(id(bytes), secret);
    }

    /**
     * Returns an id that is the same on every node and after a restart, and reveals nothing about
     * the secret.
     */
    private static String id(byte[] secret) {
      try {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        byte[] digest = mac.doFinal("kid".getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().encodeToString(digest).substring(0, ID_LENGTH);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    PubSecKeyOptions options() {
      return new PubSecKeyOptions()
          .setAlgorithm(ALGORITHM)
          .setId(id)
          .setBuffer(Buffer.buffer(secret.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public String toString() {
      return "SigningKey " + id;
    }
  }

  /**
   * Texts in the place of a credential that guess nothing. They are mistakes of a client's code.
   */
  public static final class CredentialMistakes {
    private static final Set<String> UNSET =
        Set.of("null", "undefined", "none", "nan", "true", "false", "[object object]");

    private CredentialMistakes() {}

    /** Returns the mistake in a text that cannot be a key; empty if it has none. */
    public static Optional<String> ofKey(String text) {
      return of(text, "the word Bearer stands before the key");
    }

    private static Optional<String> of(String text, String doubled) {
      String plain = text.strip().toLowerCase(Locale.ROOT);
      if (UNSET.contains(plain)) {
        return Optional.of("the header has the word " + plain + " in place of a credential");
      }
      if (plain.equals("bearer") || plain.startsWith("bearer ")) {
        return Optional.of(doubled);
      }
      if (plain.startsWith("\"") || plain.startsWith("'")) {
        return Optional.of("the credential stands in quotes");
      }
      return Optional.empty();
    }

    /** Returns the mistake in a text that does not have the form of a token of an issuer. */
    static Optional<String> ofToken(String text, String issuer) {
      Optional<String> mistake = of(text, "the header has the word Bearer twice");
      if (mistake.isPresent()) {
        return mistake;
      }
      String[] parts = text.split("\\.", -1);
      if (parts.length != 3 || !text.matches("[A-Za-z0-9_.-]+")) {
        return Optional.of(
            "the header has no token, which has three parts with dots between them;"
                + " an API key has a header of its own");
      }
      boolean own =
          SigningKey.ALGORITHM.equals(claim(parts[0], "alg"))
              && issuer.equals(claim(parts[1], "iss"));
      return own ? Optional.empty() : Optional.of("the token is of another issuer");
    }

    private static Object claim(String part, String name) {
      try {
        byte[] json = Base64.getUrlDecoder().decode(part);
        return new JsonObject(new String(json, StandardCharsets.UTF_8)).getValue(name);
      } catch (RuntimeException e) {
        return null; // Not base64, or not a JSON object.
      }
    }
  }
}
