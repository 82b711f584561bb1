package dev.gatehouse.http.ledger;

import module java.base;

/**
 * Resources that one address holds. Each request and connection of the address opens the account
 * and closes it at its end.
 */
public final class Account {
  /** Key of the address; empty for a trusted proxy, which has no share. */
  final String address;

  private final AtomicLongArray used = new AtomicLongArray(Resource.values().length);
  private final Map<Resource, Set<Hold>> holds = new EnumMap<>(Resource.class);

  /** Number of its requests and connections. Guarded by the ledger's map. */
  int open;

  Account(String address) {
    this.address = address;
    for (Resource resource : Resource.values()) {
      holds.put(resource, ConcurrentHashMap.newKeySet(2));
    }
  }

  long used(Resource resource) {
    return used.get(resource.ordinal());
  }

  long add(Resource resource, long amount) {
    return used.addAndGet(resource.ordinal(), amount);
  }

  /** Returns the holds of a resource that may be ended for other clients. */
  Set<Hold> evictable(Resource resource) {
    return holds.get(resource);
  }
}
