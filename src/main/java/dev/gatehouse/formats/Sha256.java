package dev.gatehouse.formats;

import module java.base;

/** SHA-256, complete or truncated, in lower-case hexadecimal digits. */
public final class Sha256 {
  private Sha256() {}

  /** Returns a digest for bytes that arrive in parts. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns the digest of a stream, which is read to its end but not closed. */
  public static String hex(InputStream in) throws IOException {
    MessageDigest digest = digest();
    in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
    return HexFormat.of().formatHex(digest.digest());
  }

  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  /**
   * Returns the beginning of a text's digest, for derived ids.
   *
   * @param length number of bytes, two digits each
   */
  public static String hex(String text, int length) {
    return HexFormat.of()
        .formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)), 0, length);
  }
}
