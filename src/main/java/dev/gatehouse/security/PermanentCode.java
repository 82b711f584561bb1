package dev.gatehouse.security;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * The owner's code as it is kept: a salted PBKDF2-HMAC-SHA256 hash. Hashing takes a tenth of a
 * second on purpose where the hash lies on the disk: do it on a thread that nobody waits for.
 */
public final class PermanentCode {
  private static final String FORMAT = "pbkdf2-sha256";
  private static final int ITERATIONS = 310_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final int SHORTEST = 8;
  private static final int LONGEST = 128;
  private static final int GENERATED_LENGTH = 20;

  /** Letters and digits that are not mistaken for one another. */
  public static final String ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

  private final int iterations;
  private final byte[] salt;
  private final byte[] hash;

  private PermanentCode(int iterations, byte[] salt, byte[] hash) {
    this.iterations = iterations;
    this.salt = salt;
    this.hash = hash;
  }

  /** A new code of 20 letters and digits, 99 bits, to be shown once. */
  public static String generate(SecureRandom random) {
    return random
        .ints(GENERATED_LENGTH, 0, ALPHABET.length())
        .collect(
            StringBuilder::new,
            (code, index) -> code.append(ALPHABET.charAt(index)),
            StringBuilder::append)
        .toString();
  }

  /**
   * Hashes a code that is kept on the disk.
   *
   * @throws IllegalArgumentException when it is not of 8 to 128 printable characters
   */
  public static PermanentCode of(String code, SecureRandom random) {
    return of(code, ITERATIONS, random);
  }

  /**
   * Hashes a code that the settings give. It stands there in the clear, its hash nowhere but in
   * memory: there is nothing that slow hashing would guard, and a start would wait for it.
   *
   * @throws IllegalArgumentException when it is not of 8 to 128 printable characters
   */
  public static PermanentCode given(String code, SecureRandom random) {
    return of(code, 1, random);
  }

  private static PermanentCode of(String code, int iterations, SecureRandom random) {
    int length = code.codePointCount(0, code.length());
    if (length < SHORTEST
        || length > LONGEST
        || code.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "the permanent code is of " + SHORTEST + " to " + LONGEST + " printable characters");
    }
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return new PermanentCode(iterations, salt, derive(code, salt, iterations));
  }

  /** Reads what {@link #stored} wrote. */
  public static PermanentCode parse(String stored) {
    String[] parts = stored.split("\\$");
    if (parts.length != 4 || !parts[0].equals(FORMAT)) {
      throw new IllegalArgumentException("the permanent code's hash is damaged");
    }
    return new PermanentCode(
        Integer.parseInt(parts[1]),
        Base64.getDecoder().decode(parts[2]),
        Base64.getDecoder().decode(parts[3]));
  }

  /** The hash with what it takes to check it, one line of text. */
  public String stored() {
    return String.join(
        "$",
        FORMAT,
        Integer.toString(iterations),
        Base64.getEncoder().encodeToString(salt),
        Base64.getEncoder().encodeToString(hash));
  }

  /** Returns whether this is the code, letter for letter; takes as long for a wrong one. */
  public boolean matches(String presented) {
    return MessageDigest.isEqual(hash, derive(presented, salt, iterations));
  }

  /** One spelling for letters with marks: keyboards write some in one character, some in two. */
  private static byte[] derive(String code, byte[] salt, int iterations) {
    PBEKeySpec spec =
        new PBEKeySpec(
            Normalizer.normalize(code, Normalizer.Form.NFC).toCharArray(),
            salt,
            iterations,
            HASH_BYTES * Byte.SIZE);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } finally {
      spec.clearPassword();
    }
  }
}
