package dev.gatehouse.http.exchange;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Permits for slow work, shared by all event loops of a node. An address without a credential can
 * hold at most a quarter of them, so that it cannot block the owner.
 */
public final class PerClientSemaphore {
  private static final int PART = 4;

  private final Permits all;
  private final int maxEach;
  private final Map<String, Integer> strangers = new ConcurrentHashMap<>();

  public PerClientSemaphore(int max) {
    this(max, Math.max(1, max / PART));
  }

  /**
   * @param maxEach limit for an address without a credential
   */
  PerClientSemaphore(int max, int maxEach) {
    this.all = new Permits(max);
    this.maxEach = maxEach;
  }

  /**
   * Acquires a permit.
   *
   * @param stranger address of a client without a credential, otherwise empty
   * @return false if no permit is available
   */
  boolean take(String stranger) {
    if (stranger.isEmpty()) {
      return all.take(1);
    }
    if (strangers.merge(stranger, 1, Integer::sum) <= maxEach && all.take(1)) {
      return true;
    }
    leave(stranger);
    return false;
  }

  /** Releases a permit. Call it once for each acquired permit, with the same address. */
  void giveBack(String stranger) {
    all.giveBack(1);
    if (!stranger.isEmpty()) {
      leave(stranger);
    }
  }

  long taken() {
    return all.taken();
  }

  private void leave(String address) {
    strangers.computeIfPresent(address, (key, places) -> places == 1 ? null : places - 1);
  }
}
