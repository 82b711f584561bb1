package dev.gatehouse.provider;

import module java.base;

/** Distinguishes addresses of the public internet from addresses in private networks. */
public final class PublicAddresses {
  private static final int V4_BITS = 32;

  /** IPv4 special-purpose ranges that the JDK's methods do not cover. */
  private static final List<Range> SPECIAL =
      List.of(
          new Range(0x00000000, 8),
          new Range(0x64400000, 10),
          new Range(0xC0000000, 24),
          new Range(0xC0000200, 24),
          new Range(0xC6120000, 15),
          new Range(0xC6336400, 24),
          new Range(0xCB007100, 24),
          new Range(0xF0000000, 4));

  private PublicAddresses() {}

  private record Range(int start, int bits) {
    boolean holds(int address) {
      return (address ^ start) >>> (V4_BITS - bits) == 0;
    }
  }

  public static boolean contains(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    return address instanceof Inet6Address ? publicV6(bytes) : publicV4(bytes);
  }

  private static boolean publicV4(byte[] bytes) {
    int value = 0;
    for (byte octet : bytes) {
      value = (value << 8) | (octet & 0xff);
    }
    int address = value;
    return SPECIAL.stream().noneMatch(range -> range.holds(address));
  }

  /** In IPv6, only 2000::/3 is global. Its 6to4 and Teredo ranges embed other addresses. */
  private static boolean publicV6(byte[] bytes) {
    int first = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
    int second = ((bytes[2] & 0xff) << 8) | (bytes[3] & 0xff);
    if (first == 0x0064 && second == 0xff9b) {
      return embedded(bytes, 12);
    }
    boolean global = first >>> 13 == 1;
    boolean documentation = first == 0x2001 && second == 0x0db8;
    boolean teredo = first == 0x2001 && second == 0;
    return global && !documentation && !teredo && (first != 0x2002 || embedded(bytes, 2));
  }

  private static boolean embedded(byte[] bytes, int offset) {
    try {
      return contains(InetAddress.getByAddress(Arrays.copyOfRange(bytes, offset, offset + 4)));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
