package dev.gatehouse.security;

import dev.gatehouse.bus.Role;
import dev.gatehouse.formats.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;

/**
 * An API key as it is kept: without the key.
 *
 * @param hash SHA-256 of the key, in hex
 * @param scopes what it is good for; none means all, it is the owner's
 */
public record ApiKey(String id, String name, String hash, Set<String> scopes, Instant createdAt) {
  private static final String PREFIX = "gh_";
  private static final int RANDOM_BYTES = 32;
  private static final int ID_BYTES = 12;
  private static final int SHORTEST = 16;
  private static final int LONGEST = 512;

  public ApiKey {
    scopes = scopes == null ? Set.of() : Set.copyOf(scopes);
  }

  public Role role() {
    return scopes.isEmpty() ? Role.OPERATOR : Role.VISITOR;
  }

  /** A new id for a key that is to be stored: 24 hex digits. */
  public static String newId(SecureRandom random) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  /** A new key, to be shown once. */
  public static String generate(SecureRandom random) {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * A key that the owner chose, without blanks around it, which no header could carry.
   *
   * @throws IllegalArgumentException when it is too weak or could not be sent
   */
  public static String chosen(String text) {
    String key = text.strip();
    int length = key.codePointCount(0, key.length());
    if (length < SHORTEST
        || length > LONGEST
        || key.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "an API key is of " + SHORTEST + " to " + LONGEST + " printable characters");
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
