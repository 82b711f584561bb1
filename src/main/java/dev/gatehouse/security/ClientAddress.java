package dev.gatehouse.security;

import java.util.Optional;

/**
 * The address that a request is counted against.
 *
 * @param key the canonical IPv4 address, or the IPv6 network such as {@code 2001:db8:1:2::/64}
 * @param exact the client's own address in its canonical form
 * @param direct whether it is the socket's own address rather than one that a trusted proxy named
 * @param mayBeBanned false where a ban would be wrong (allow-listed, or probably a forgotten
 *     proxy): neither ban it nor hold an earlier ban against it
 */
public record ClientAddress(String key, String exact, boolean direct, boolean mayBeBanned) {
  static ClientAddress of(IpAddress ip, boolean direct, boolean mayBeBanned) {
    return new ClientAddress(ip.key(), ip.text(), direct, mayBeBanned);
  }

  /**
   * The key of an address as an owner writes it ({@code 2001:db8::17} and its /64 are one); empty
   * when it is none.
   */
  public static Optional<String> keyOf(String text) {
    String address = text.strip();
    return IpAddress.parse(
            address.endsWith("/64") ? address.substring(0, address.length() - 3) : address)
        .filter(ip -> !address.endsWith("/64") || !ip.isV4())
        .map(IpAddress::key);
  }
}
