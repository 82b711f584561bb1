package dev.gatehouse.security;

import dev.gatehouse.formats.PlainText;
import java.util.Optional;

/**
 * Address that a request is counted against.
 *
 * @param key the canonical IPv4 address, or the IPv6 network such as {@code 2001:db8:1:2::/64}
 * @param exact the client's address in its canonical form
 * @param direct whether it is the socket's address rather than one that a trusted proxy reported
 * @param mayBeBanned false if a ban would be wrong, because the address is allow-listed or may
 *     serve many clients. It is not banned, and earlier bans are ignored.
 * @param proxy whether it is a trusted proxy, for which no client is known
 */
public record ClientAddress(
    String key, String exact, boolean direct, boolean mayBeBanned, boolean proxy) {
  static ClientAddress of(IpAddress ip, boolean direct, boolean mayBeBanned, boolean proxy) {
    return new ClientAddress(ip.key(), ip.text(), direct, mayBeBanned, proxy);
  }

  /**
   * Returns the key of an address that an owner entered; empty if it is invalid. For example,
   * {@code 2001:db8::17} and its /64 have the same key.
   */
  public static Optional<String> keyOf(String text) {
    String address = text.strip();
    return IpAddress.parse(PlainText.withoutEnd("/64", address))
        .filter(ip -> !address.endsWith("/64") || !ip.isV4())
        .map(IpAddress::key);
  }
}
