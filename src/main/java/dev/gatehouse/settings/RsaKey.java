package dev.gatehouse.settings;

import module java.base;

/** RSA private keys of PEM files in both usual forms. */
final class RsaKey {
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN ([A-Z ]+)-----([^-]+)-----END [A-Z ]+-----");

  /** {@code INTEGER 0}, and the algorithm rsaEncryption without parameters. */
  private static final byte[] VERSION_AND_ALGORITHM =
      HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;

  private RsaKey() {}

  /**
   * Returns the key in the form PKCS #8, Base64 without line breaks.
   *
   * @param key of the setting, for messages
   * @param text PEM of PKCS #8 ({@code PRIVATE KEY}) or PKCS #1 ({@code RSA PRIVATE KEY})
   * @throws SettingsException if it is no unencrypted RSA key
   */
  static String pkcs8(String key, String text) {
    Matcher pem = PEM.matcher(text);
    Check.that(
        pem.find(),
        key + " must be an RSA private key in a PEM file, with its lines BEGIN and END");
    boolean bare = pem.group(1).equals("RSA PRIVATE KEY");
    Check.that(
        (bare || pem.group(1).equals("PRIVATE KEY")) && !text.contains("ENCRYPTED"),
        key
            + " is "
            + pem.group(1)
            + " and must be an unencrypted RSA private key: openssl genrsa makes one");
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(pem.group(2));
      byte[] wrapped = bare ? wrapped(bytes) : bytes;
      KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(wrapped));
      return Base64.getEncoder().encodeToString(wrapped);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new SettingsException(key + " is no RSA private key: openssl genrsa makes one");
    }
  }

  private static byte[] wrapped(byte[] pkcs1) {
    var content = new ByteArrayOutputStream();
    content.writeBytes(VERSION_AND_ALGORITHM);
    content.writeBytes(element(OCTETS, pkcs1));
    return element(SEQUENCE, content.toByteArray());
  }

  /** Returns an element of DER with two bytes for its length, which any RSA key needs. */
  private static byte[] element(int tag, byte[] content) {
    var element = new ByteArrayOutputStream();
    element.write(tag);
    element.write(0x82);
    element.write(content.length >> 8);
    element.write(content.length);
    element.writeBytes(content);
    return element.toByteArray();
  }
}
