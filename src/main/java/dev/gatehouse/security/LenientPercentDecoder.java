package dev.gatehouse.security;

/**
 * Percent-decoding for suspicion, not for use: it never fails, and reads the overlong spellings
 * that scanners send.
 */
final class LenientPercentDecoder {
  private LenientPercentDecoder() {}

  /**
   * Bytes become characters one to one, except overlong dots and slashes; a bad escape stays as it
   * is.
   */
  static String decode(String path) {
    if (path.indexOf('%') < 0) {
      return path;
    }
    StringBuilder decoded = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      int octet = octet(path, i);
      if (octet < 0) {
        decoded.append(path.charAt(i));
        continue;
      }
      i += 2;
      if (octet == 0xc0 && octet(path, i + 1) >= 0x80) {
        decoded.append((char) (octet(path, i + 1) & 0x7f));
        i += 3;
      } else {
        decoded.append((char) octet);
      }
    }
    return decoded.toString();
  }

  private static int octet(String path, int at) {
    if (at + 2 >= path.length() || path.charAt(at) != '%') {
      return -1;
    }
    int high = Character.digit(path.charAt(at + 1), 16);
    int low = Character.digit(path.charAt(at + 2), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }
}
