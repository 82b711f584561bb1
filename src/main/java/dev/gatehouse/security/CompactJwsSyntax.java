package dev.gatehouse.security;

/**
 * Checks that an HS256 token has its canonical spelling. Decoders also accept variants for the same
 * bytes, such as trailing dots or stray bits in the last character. A revoked or logged token would
 * then look like a different one.
 */
final class CompactJwsSyntax {
  /** Length in characters of a 32-byte signature in unpadded base64, rounded up. */
  private static final int SIGNATURE_LENGTH = 43;

  private CompactJwsSyntax() {}

  static boolean holds(String token) {
    int first = token.indexOf('.');
    int second = token.length() - SIGNATURE_LENGTH - 1;
    if (first < 1 || second <= first + 1 || token.charAt(second) != '.') {
      return false;
    }
    for (int i = 0; i < token.length(); i++) {
      if (i != first && i != second && !base64Url(token.charAt(i))) {
        return false;
      }
    }
    return "AEIMQUYcgkosw048".indexOf(token.charAt(token.length() - 1)) >= 0;
  }

  private static boolean base64Url(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_';
  }
}
