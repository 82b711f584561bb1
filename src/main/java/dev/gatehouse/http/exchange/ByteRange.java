package dev.gatehouse.http.exchange;

import module java.base;

/**
 * Part of a representation (RFC 9110, section 14).
 *
 * @param offset offset of the first byte
 * @param length length in bytes; 0 if the representation has no such part
 */
public record ByteRange(long offset, long length) {
  private static final Pattern SINGLE = Pattern.compile("(?i)bytes=\\s*([0-9]*)-([0-9]*)\\s*");
  private static final int MAX_DIGITS = 18;

  /**
   * Returns the range that a Range header requests. Null means the whole: no header, several
   * ranges, or a range that cannot be parsed. A length of 0 means that the range cannot be
   * satisfied.
   */
  public static ByteRange of(String header, long size) {
    Matcher match = header == null ? null : SINGLE.matcher(header);
    if (match == null || !match.matches()) {
      return null;
    }
    String first = match.group(1);
    String last = match.group(2);
    if (first.length() > MAX_DIGITS || last.length() > MAX_DIGITS) {
      return first.length() > MAX_DIGITS ? new ByteRange(0, 0) : of(first, "", size);
    }
    if (first.isEmpty() && last.isEmpty()) {
      return null;
    }
    return of(first, last, size);
  }

  private static ByteRange of(String first, String last, long size) {
    if (first.isEmpty()) {
      long length = last.isEmpty() ? size : Math.min(Long.parseLong(last), size);
      return new ByteRange(size - length, length);
    }
    long offset = Long.parseLong(first);
    long end = last.isEmpty() ? size - 1 : Math.min(Long.parseLong(last), size - 1);
    if (!last.isEmpty() && Long.parseLong(last) < offset) {
      return null;
    }
    return offset >= size ? new ByteRange(0, 0) : new ByteRange(offset, end - offset + 1);
  }

  public boolean unsatisfiable() {
    return length == 0;
  }
}
