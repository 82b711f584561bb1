package dev.gatehouse.security;

import module java.base;

/**
 * Fast test that rejects 65,535 of 65,536 wrong codes without the slow hash. It keeps 16 bits of a
 * keyed digest of the code. A thief of the file learns these bits and no more.
 */
public final class CodeFilter {
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
   * Parses the text from {@link #stored}. Empty if it is damaged or belongs to another hash; every
   * code then needs the slow hash.
   */
  static Optional<CodeFilter> parse(String stored, byte[] salt) {
    String[] parts = stored.split("\\$");
    if (parts.length != PARTS) {
      return Optional.empty();
    }
    try {
      Base64.Decoder base64 = Base64.getDecoder();
      var filter =
          new CodeFilter(base64.decode(parts[0]), base64.decode(parts[1]), base64.decode(parts[2]));
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
        "$", base64.encodeToString(salt), base64.encodeToString(key), base64.encodeToString(kept));
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
