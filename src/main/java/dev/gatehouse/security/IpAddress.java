package dev.gatehouse.security;

import module java.base;

import io.netty.util.NetUtil;

/** IP address as 128 bits. IPv4 uses its IPv6-mapped form, so that both spellings are equal. */
record IpAddress(long high, long low) {
  private static final long MAPPED = 0xffff_0000_0000L;
  private static final long LOW_32_BITS = 0xffff_ffffL;

  /** Upper half of 64:ff9b::/96. */
  private static final long NAT64 = 0x0064_ff9b_0000_0000L;

  /** Prefix 64:ff9b:1::/48. */
  private static final long NAT64_LOCAL = 0x0064_ff9b_0001L;

  private static final int LONGEST_LITERAL = 64;

  /**
   * Parses a literal as proxies write it, ignoring brackets, port and zone. Empty for any other
   * text; DNS is never used.
   */
  static Optional<IpAddress> parse(String text) {
    String literal = text.strip();
    if (literal.isEmpty() || literal.length() > LONGEST_LITERAL) {
      return Optional.empty();
    }
    literal = withoutPort(literal);
    byte[] bytes = literal == null ? null : bytes(literal);
    return bytes == null ? Optional.empty() : Optional.of(of(bytes));
  }

  /**
   * Returns the bytes of a literal; null if it is invalid. Netty reads a dotted ending such as
   * 64:ff9b::192.0.2.1 (RFC 5952) only in mapped addresses.
   */
  private static byte[] bytes(String literal) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(literal);
    int colon = literal.lastIndexOf(':');
    if (bytes != null || colon < 0 || literal.indexOf('.') < 0) {
      return bytes;
    }
    byte[] last = NetUtil.createByteArrayFromIpAddressString(literal.substring(colon + 1));
    if (last == null || last.length != 4) {
      return null;
    }
    int value = ByteBuffer.wrap(last).getInt();
    return NetUtil.createByteArrayFromIpAddressString(
        literal.substring(0, colon + 1)
            + Integer.toHexString(value >>> 16)
            + ":"
            + Integer.toHexString(value & 0xffff));
  }

  /** Returns the address of 4 or 16 bytes. */
  static IpAddress of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (bytes.length == 4) {
      return new IpAddress(0, MAPPED | (buffer.getInt() & LOW_32_BITS));
    }
    return new IpAddress(buffer.getLong(), buffer.getLong());
  }

  /** Returns the literal without brackets and port; null if the port is invalid. */
  private static String withoutPort(String text) {
    if (text.charAt(0) == '[') {
      int close = text.indexOf(']');
      boolean whole = close == text.length() - 1 || (close > 0 && isPort(text, close + 1));
      String inside = whole ? text.substring(1, close) : null;
      return inside == null || inside.indexOf(':') < 0 ? null : withoutZone(inside);
    }
    int colon = text.indexOf(':');
    if (colon >= 0 && colon == text.lastIndexOf(':')) {
      return isPort(text, colon) ? text.substring(0, colon) : null;
    }
    return withoutZone(text);
  }

  private static String withoutZone(String literal) {
    int percent = literal.indexOf('%');
    return percent < 0 || literal.indexOf(':') < 0 ? literal : literal.substring(0, percent);
  }

  private static boolean isPort(String text, int colon) {
    int digits = text.length() - colon - 1;
    if (text.charAt(colon) != ':' || digits < 1 || digits > 5) {
      return false;
    }
    for (int i = colon + 1; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  boolean isV4() {
    return high == 0 && (low >>> 32) == 0xffff;
  }

  /**
   * Returns the key that a client is counted by: the IPv4 address or the IPv6 /64 network.
   * Providers assign each customer a whole /64. All IPv4 clients behind a NAT64 translator share a
   * /64, so they are counted by their embedded IPv4 address.
   */
  String key() {
    return isV4() || isTranslated() ? dotted() : network() + "/64";
  }

  /**
   * Returns whether this is a translated public IPv4 address (RFC 6052 and RFC 8215, with the
   * address in the last 32 bits). An embedded loopback or private address is never counted as such.
   */
  private boolean isTranslated() {
    boolean wellKnown = high == NAT64 && low >>> 32 == 0;
    boolean local = high >>> 16 == NAT64_LOCAL;
    return (wellKnown || local) && isPublic((int) (low >>> 24) & 0xff, (int) (low >>> 16) & 0xff);
  }

  /** Returns whether an IPv4 address with these first two bytes is in public use. */
  private static boolean isPublic(int first, int second) {
    return switch (first) {
      case 0, 10, 127 -> false;
      case 100 -> second < 64 || second > 127;
      case 169 -> second != 254;
      case 172 -> second < 16 || second > 31;
      case 192 -> second != 168;
      default -> first < 224;
    };
  }

  /** Returns the canonical form of the address (RFC 5952). */
  String text() {
    if (isV4()) {
      return dotted();
    }
    try {
      return NetUtil.toAddressString(
          InetAddress.getByAddress(
              ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array()));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("sixteen bytes are an address", e);
    }
  }

  private String dotted() {
    return ((low >>> 24) & 0xff)
        + "."
        + ((low >>> 16) & 0xff)
        + "."
        + ((low >>> 8) & 0xff)
        + "."
        + (low & 0xff);
  }

  private String network() {
    StringBuilder text = new StringBuilder(22);
    for (long rest = high; rest != 0; rest <<= 16) {
      if (!text.isEmpty()) {
        text.append(':');
      }
      text.append(Long.toHexString(rest >>> 48));
    }
    return text.append("::").toString();
  }
}
