package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.bus.Role;
import dev.gatehouse.formats.Sha256;

/**
 * API key in its stored form, without the secret.
 *
 * @param hash SHA-256 of the key, in hex
 * @param scopes scopes that it grants; empty for an owner's key, which grants all
 * @param perMinute requests in a minute; null for the general limits
 * @param expiresAt null for a key that does not expire
 */
public record ApiKey(
    String id,
    String name,
    String hash,
    Set<String> scopes,
    Instant createdAt,
    Integer perMinute,
    Instant expiresAt) {
  /** ID of the owner's configured or generated key, which cannot be revoked. */
  public static final String OWNER = "owner";

  private static final int RANDOM_BYTES = 32;
  private static final int ID_BYTES = 12;
  private static final int SHORTEST = 16;
  private static final int LONGEST = 512;

  public ApiKey {
    scopes = Set.copyOf(Objects.requireNonNullElse(scopes, Set.of()));
  }

  /** Returns a key with the general limits that does not expire. */
  public ApiKey(String id, String name, String hash, Set<String> scopes, Instant createdAt) {
    this(id, name, hash, scopes, createdAt, null, null);
  }

  /** Returns whether the key has expired. */
  public boolean expired(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  public Role role() {
    return scopes.isEmpty() ? Role.OPERATOR : Role.VISITOR;
  }

  /** Creates an id of 24 hex digits for a key that will be stored. */
  public static String newId(SecureRandom random) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  /** Creates a key, which is shown only once. */
  public static String generate(SecureRandom random) {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return "gh_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Returns a key that the owner chose, without surrounding blanks, which no header can carry.
   *
   * @throws IllegalArgumentException if it is too weak or cannot be sent in a header
   */
  public static String chosen(String text) {
    String key = text.strip();
    int length = key.codePointCount(0, key.length());
    if (length < SHORTEST
        || length > LONGEST
        || key.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "an API key must have " + SHORTEST + " to " + LONGEST + " printable characters");
    }
    return key;
  }

  public static String hash(String key) {
    return hash(key.getBytes(StandardCharsets.UTF_8));
  }

  static String hash(byte[] key) {
    return Sha256.hex(key);
  }
}
