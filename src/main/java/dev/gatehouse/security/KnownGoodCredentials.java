package dev.gatehouse.security;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The credentials that an address has shown lately and that were right: they need no attempt of the
 * address any more. Whatever else it shows is an attempt, right or wrong, and a wrong one makes it
 * prove all of them again. Bounded in addresses and in credentials of each.
 */
public final class KnownGoodCredentials {
  private static final int CREDENTIALS = 8;

  private final Map<String, List<String>> byAddress = new ConcurrentHashMap<>();
  private final int maxAddresses;

  public KnownGoodCredentials(int maxAddresses) {
    this.maxAddresses = maxAddresses;
  }

  /**
   * @param credential a token's or a key's id
   */
  public boolean holds(String address, String credential) {
    List<String> proven = byAddress.get(address);
    return proven != null && proven.contains(credential);
  }

  public void remember(String address, String credential) {
    if (byAddress.size() >= maxAddresses) {
      // Rare and cheap: whoever is still here proves himself once more.
      byAddress.clear();
    }
    byAddress.merge(
        address,
        List.of(credential),
        (proven, one) ->
            Stream.concat(one.stream(), proven.stream()).distinct().limit(CREDENTIALS).toList());
  }

  public void forget(String address) {
    byAddress.remove(address);
  }
}
