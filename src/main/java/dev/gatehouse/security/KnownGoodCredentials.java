package dev.gatehouse.security;

import module java.base;

/**
 * Credentials that an address recently proved to be right. They no longer need an attempt. Any
 * other credential is an attempt, and a wrong one makes the address prove all of them again.
 * Bounded in addresses and in credentials of each address.
 */
public final class KnownGoodCredentials {
  private static final int CREDENTIALS = 8;

  private final Map<String, List<String>> byAddress = new ConcurrentHashMap<>();
  private final int maxAddresses;

  public KnownGoodCredentials(int maxAddresses) {
    this.maxAddresses = maxAddresses;
  }

  /**
   * @param credential id of a token or key
   */
  public boolean holds(String address, String credential) {
    List<String> proven = byAddress.get(address);
    return proven != null && proven.contains(credential);
  }

  public void remember(String address, String credential) {
    if (byAddress.size() >= maxAddresses) {
      // Clearing everything is rare and cheap: active clients use one more attempt.
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
