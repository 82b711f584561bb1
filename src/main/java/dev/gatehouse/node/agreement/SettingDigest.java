package dev.gatehouse.node.agreement;

import module java.base;

/** Keyed digests of settings, which nodes compare instead of the values. */
final class SettingDigest {
  private static final String MAC = "HmacSHA256";

  /**
   * The documents contain the digests and their key, and people choose codes that can be guessed.
   */
  private static final int ITERATIONS = 100_000;

  private static final int BITS = 256;

  private final String key;

  /**
   * @param key random text that all nodes share
   */
  SettingDigest(String key) {
    this.key = key;
  }

  /** Returns the digest of a value that is public or too long to guess. */
  String of(String setting, String value) {
    return HexFormat.of().formatHex(mac(setting + '=' + value));
  }

  /** Returns the digest of a secret that a person may have chosen. Takes about 30 ms. */
  String ofChosen(String setting, String value) {
    var spec = new PBEKeySpec(value.toCharArray(), mac(setting), ITERATIONS, BITS);
    try {
      byte[] digest =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      return HexFormat.of().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } finally {
      spec.clearPassword();
    }
  }

  private byte[] mac(String text) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), MAC));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
