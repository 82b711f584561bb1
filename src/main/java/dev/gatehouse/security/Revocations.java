package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.time.Age;

/**
 * Tokens that were revoked before their expiry, in memory by id until they expire. Bounded; if more
 * are stored than fit, the store is asked for the rest.
 */
public final class Revocations {
  private final BoundedExpiryMap<String> expiries;

  /**
   * @param max maximum number of revocations in memory
   */
  public Revocations(int max) {
    this.expiries = new BoundedExpiryMap<>(max);
  }

  /** Returns whether this node has a revocation of the token in memory. */
  public boolean revoked(String tokenId) {
    return expiries.get(tokenId) != null;
  }

  /**
   * @param expiry expiry of the token, after which the revocation is no longer needed
   */
  public void revoke(String tokenId, Instant expiry) {
    expiries.put(tokenId, expiry);
  }

  /**
   * Returns false if more revocations are stored than fit in memory. A token that is missing here
   * may then be revoked.
   */
  public boolean complete() {
    return expiries.complete();
  }

  int size() {
    return expiries.size();
  }

  public void dropOver(Age over) {
    expiries.dropOver(over);
  }

  /**
   * Replaces the revocations with those that the reader supplies: each token's id with its expiry.
   */
  public void replace(Consumer<BiConsumer<String, Instant>> reader) {
    expiries.replace(reader);
  }
}
