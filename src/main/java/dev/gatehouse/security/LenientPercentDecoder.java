package dev.gatehouse.security;

/**
 * Percent decoder for scanner detection only. It never fails, and decodes the overlong sequences
 * that scanners send.
 */
final class LenientPercentDecoder {
  private LenientPercentDecoder() {}

  /**
   * Decodes bytes to characters one to one, except overlong dots and slashes. An invalid escape
   * remains unchanged.
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
