package dev.gatehouse.areas.site.deployment;

import module java.base;

import io.netty.util.NetUtil;

/**
 * IP addresses in canonical form (RFC 5952). An IPv4-mapped IPv6 address becomes an IPv4 address.
 */
final class IpText {
  private static final int MAX_LENGTH = 45;

  private IpText() {}

  /** Returns the canonical form, or empty if the text is not an address. Never queries DNS. */
  static Optional<String> canonical(String text) {
    if (text.length() > MAX_LENGTH || text.indexOf('%') >= 0 || text.indexOf('[') >= 0) {
      return Optional.empty();
    }
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
    try {
      return bytes == null ? Optional.empty() : Optional.of(of(InetAddress.getByAddress(bytes)));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four or sixteen bytes are an address", e);
    }
  }

  static String of(InetAddress address) {
    return NetUtil.toAddressString(address);
  }
}
