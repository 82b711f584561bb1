package dev.gatehouse.security;

/** Block of addresses such as {@code 10.0.0.0/8}. The prefix length refers to the 128-bit form. */
record Cidr(IpAddress network, int prefix) {
  private static final int V4_OFFSET = 96;

  /** Parses {@code address/bits}; a single address is a block of one. */
  static Cidr parse(String text) {
    String block = text.strip();
    int slash = block.indexOf('/');
    String address = slash < 0 ? block : block.substring(0, slash);
    IpAddress network =
        IpAddress.parse(address)
            .orElseThrow(
                () -> new IllegalArgumentException(block + " is not an IP address or CIDR block"));
    int widest = network.isV4() && address.indexOf(':') < 0 ? 32 : 128;
    int bits = slash < 0 ? widest : bits(block, slash + 1, widest);
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
      throw new IllegalArgumentException(block + " must have a prefix length of 0 to " + widest);
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
