package dev.gatehouse.security;

import java.net.InetAddress;
import java.util.List;

/** Set of address blocks from a setting. */
public final class CidrSet {
  /**
   * Networks in which an owner's proxies usually run: loopback, private, link-local and
   * carrier-grade NAT ranges.
   */
  static final CidrSet PRIVATE =
      parse(
          List.of(
              "127.0.0.0/8",
              "10.0.0.0/8",
              "172.16.0.0/12",
              "192.168.0.0/16",
              "169.254.0.0/16",
              "100.64.0.0/10",
              "::1/128",
              "fc00::/7",
              "fe80::/10"));

  private final Cidr[] blocks;

  private CidrSet(Cidr[] blocks) {
    this.blocks = blocks;
  }

  /**
   * Parses blocks such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}. A single address is a block
   * of one.
   *
   * @throws IllegalArgumentException if an entry is neither; the message names it
   */
  public static CidrSet parse(List<String> blocks) {
    return new CidrSet(blocks.stream().map(Cidr::parse).toArray(Cidr[]::new));
  }

  /** Returns whether an address is loopback, private, link-local or carrier-grade NAT. */
  public static boolean isPrivate(InetAddress address) {
    return PRIVATE.contains(IpAddress.of(address.getAddress()));
  }

  boolean isEmpty() {
    return blocks.length == 0;
  }

  boolean contains(IpAddress address) {
    for (Cidr block : blocks) {
      if (block.contains(address)) {
        return true;
      }
    }
    return false;
  }
}
