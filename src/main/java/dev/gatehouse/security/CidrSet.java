package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.formats.PlainText;

/** Set of address blocks from a setting. */
public record CidrSet(Cidr[] blocks) {
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

  /**
   * Block of addresses such as {@code 10.0.0.0/8}. The prefix length refers to the 128-bit form.
   */
  private record Cidr(IpAddress network, int prefix) {
    private static final int V4_OFFSET = 96;

    /** Parses {@code address/bits}; a single address is a block of one. */
    static Cidr parse(String text) {
      String block = text.strip();
      String address = PlainText.before('/', block);
      IpAddress network =
          IpAddress.parse(address)
              .orElseThrow(() ->
                  new IllegalArgumentException(block + " is not an IP address or CIDR block"));
      int widest = network.isV4() && address.indexOf(':') < 0 ? 32 : 128;
      int bits = widest;
      if (address.length() < block.length()) {
        bits = bits(block, address.length() + 1, widest);
      }
      return new Cidr(network, widest == 32 ? bits + V4_OFFSET : bits);
    }

    private static int bits(String block, int from, int widest) {
      int bits = -1;
      if (block.length() - from >= 1 && block.length() - from <= 3) {
        bits = 0;
        for (int i = from; i < block.length() && bits >= 0; i++) {
          int digit = block.charAt(i) - '0';
          bits = digit < 0 || digit > 9 ? -1 : bits * 10 + digit;
        }
      }
      if (bits < 0 || bits > widest) {
        throw new IllegalArgumentException(block + " has no prefix length of 0 to " + widest);
      }
      return bits;
    }

    boolean contains(IpAddress address) {
      long high = address.high() ^ network.high();
      long low = address.low() ^ network.low();
      if (prefix <= 64) {
        return prefix == 0 || high >>> (64 - prefix) == 0;
      }
      return high == 0 && low >>> (128 - prefix) == 0;
    }
  }
}
