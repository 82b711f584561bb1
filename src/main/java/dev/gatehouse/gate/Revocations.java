package dev.gatehouse.gate;

import java.time.Instant;
import java.util.Map;

/**
 * The tokens that were logged out before their time, in memory: by their id, until they would have
 * expired anyway.
 */
public final class Revocations {
  private final LiveView<Instant> view = new LiveView<>();

  public boolean revoked(String tokenId) {
    return view.get(tokenId) != null;
  }

  /**
   * @param expiry the token's; from then on it need not be remembered
   */
  public void revoke(String tokenId, Instant expiry) {
    view.put(tokenId, expiry);
  }

  /** To be taken before the stored revocations are read, for {@link #replace}. */
  public long mark() {
    return view.mark();
  }

  /**
   * Sees the stored revocations, expiry by token id, as they were read; what was revoked since the
   * mark stays so.
   */
  public void replace(long mark, Map<String, Instant> stored) {
    view.replace(mark, stored);
  }
}
