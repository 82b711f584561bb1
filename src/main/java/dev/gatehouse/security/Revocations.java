package dev.gatehouse.security;

import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The tokens that were logged out before their time, in memory: by their id, until they would have
 * expired anyway. Bounded; over the bound the store is asked for those that are not here.
 */
public final class Revocations {
  private final BoundedExpiryMap<String> expiries;

  /**
   * @param max revocations that are held
   */
  public Revocations(int max) {
    this.expiries = new BoundedExpiryMap<>(max);
  }

  /** Returns whether this token is revoked, as far as this node knows. */
  public boolean revoked(String tokenId) {
    return expiries.get(tokenId) != null;
  }

  /**
   * @param expiry the token's; from then on it need not be remembered
   */
  public void revoke(String tokenId, Instant expiry) {
    expiries.put(tokenId, expiry);
  }

  /** False when there are more than are held: then what is not revoked here may be stored. */
  public boolean complete() {
    return expiries.complete();
  }

  int size() {
    return expiries.size();
  }

  public void dropOver(Instant now) {
    expiries.dropOver(now);
  }

  /** Holds the stored revocations as they are read: each token's id with its expiry. */
  public void replace(Consumer<BiConsumer<String, Instant>> reader) {
    expiries.replace(reader);
  }
}
