package dev.gatehouse.areas.site.deployment;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** IP addresses in their canonical form (RFC 5952); an IPv4 address in IPv6's is one of IPv4. */
final class IpText {
  private static final int MAX_LENGTH = 45;

  private IpText() {}

  /** Empty where a text is no address. Nothing is looked up. */
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
