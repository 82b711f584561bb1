package dev.gatehouse.security;

import java.net.InetAddress;
import java.util.List;

/** Blocks of addresses named by a setting. */
public final class CidrSet {
  /**
   * The networks in which proxies of one's own usually stand: loopback, private, link-local and
   * carrier-shared ranges.
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
   * Reads blocks such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}; an address alone is a block
   * of one.
   *
   * @throws IllegalArgumentException naming the entry that is neither
   */
  public static CidrSet parse(List<String> blocks) {
    return new CidrSet(blocks.stream().map(Cidr::parse).toArray(Cidr[]::new));
  }

  /** Tells whether an address is one of those: loopback, private, link-local, carrier-shared. */
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
