package dev.gatehouse.security;

import module java.base;

/**
 * The owner's code, stored as a salted PBKDF2-HMAC-SHA256 hash. Hashing a code for the disk takes
 * about 100 ms on purpose. Do not call it on an event loop.
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

  /** Generates a code of 20 alphanumeric characters, 99 bits, to be shown once. */
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
   * Hashes a code whose hash is stored on disk.
   *
   * @throws IllegalArgumentException unless it has 8 to 128 printable characters
   */
  public static PermanentCode of(String code, SecureRandom random) {
    return of(code, ITERATIONS, random);
  }

  /**
   * Hashes a code from the settings with a single iteration. The settings contain it in plain text,
   * and its hash is only in memory. Slow hashing would protect nothing and delay the start.
   *
   * @throws IllegalArgumentException unless it has 8 to 128 printable characters
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
          "the permanent code must have " + SHORTEST + " to " + LONGEST + " printable characters");
    }
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return new PermanentCode(iterations, salt, derive(code, salt, iterations));
  }

  /** Parses the text from {@link #stored}. */
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

  /** Returns the hash with its parameters as one line of text. */
  public String stored() {
    return String.join(
        "$",
        FORMAT,
        Integer.toString(iterations),
        Base64.getEncoder().encodeToString(salt),
        Base64.getEncoder().encodeToString(hash));
  }

  static boolean isGenerated(String code) {
    return code.length() == GENERATED_LENGTH
        && code.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0);
  }

  /** Returns whether hashing takes about 100 ms. */
  boolean slow() {
    return iterations > 1;
  }

  /** Creates the filter of this code, given as text. */
  CodeFilter filterOf(String code, SecureRandom random) {
    return CodeFilter.of(code, salt, random);
  }

  /** Parses this code's filter. Empty if the text is damaged or belongs to another code. */
  Optional<CodeFilter> filter(String stored) {
    return CodeFilter.parse(stored, salt);
  }

  /** Returns whether this is the exact code. Takes constant time. */
  public boolean matches(String presented) {
    return MessageDigest.isEqual(hash, derive(presented, salt, iterations));
  }

  /** Normalizes accented characters, because keyboards produce them as one or two characters. */
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

  /**
   * Fast test that rejects 65,535 of 65,536 wrong codes without the slow hash. It keeps 16 bits of
   * a keyed digest of the code. A thief of the file learns these bits and no more.
   */
  public static final class CodeFilter {
    private static final String HMAC = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int KEPT_BYTES = 2;
    private static final int PARTS = 3;

    private final byte[] salt;
    private final byte[] key;
    private final byte[] kept;

    private CodeFilter(byte[] salt, byte[] key, byte[] kept) {
      this.salt = salt;
      this.key = key;
      this.kept = kept;
    }

    /**
     * Creates the filter of a code.
     *
     * @param salt salt of the code's slow hash, which the filter belongs to
     */
    static CodeFilter of(String code, byte[] salt, SecureRandom random) {
      byte[] key = new byte[KEY_BYTES];
      random.nextBytes(key);
      return new CodeFilter(salt, key, digest(key, code));
    }

    /**
     * Parses the text from {@link #stored}. Empty if it is damaged or belongs to another hash;
     * every code then needs the slow hash.
     */
    static Optional<CodeFilter> parse(String stored, byte[] salt) {
      String[] parts = stored.split("\\$");
      if (parts.length != PARTS) {
        return Optional.empty();
      }
      try {
        Base64.Decoder base64 = Base64.getDecoder();
        var filter =
            new CodeFilter(
                base64.decode(parts[0]), base64.decode(parts[1]), base64.decode(parts[2]));
        boolean whole = filter.key.length == KEY_BYTES && filter.kept.length == KEPT_BYTES;
        return whole && Arrays.equals(salt, filter.salt) ? Optional.of(filter) : Optional.empty();
      } catch (IllegalArgumentException damaged) {
        return Optional.empty();
      }
    }

    /** Returns the filter as one line of text. */
    String stored() {
      Base64.Encoder base64 = Base64.getEncoder();
      return String.join(
          "$",
          base64.encodeToString(salt),
          base64.encodeToString(key),
          base64.encodeToString(kept));
    }

    /** Returns false only for a wrong code. Takes constant time. */
    boolean passes(String presented) {
      return MessageDigest.isEqual(kept, digest(key, presented));
    }

    private static byte[] digest(byte[] key, String code) {
      try {
        Mac mac = Mac.getInstance(HMAC);
        mac.init(new SecretKeySpec(key, HMAC));
        byte[] whole =
            mac.doFinal(
                Normalizer.normalize(code, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8));
        return Arrays.copyOf(whole, KEPT_BYTES);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
