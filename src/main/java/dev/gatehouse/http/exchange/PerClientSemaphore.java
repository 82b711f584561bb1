package dev.gatehouse.http.exchange;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Permits for work that takes long, for all of a node's event loops together. An address that has
 * shown no credential takes a quarter of them at most: it must not keep the owner out.
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
   * @param maxEach of an address that has shown no credential
   */
  PerClientSemaphore(int max, int maxEach) {
    this.all = new Permits(max);
    this.maxEach = maxEach;
  }

  /**
   * Takes a permit, or says no.
   *
   * @param stranger the address of who has shown no credential, else empty
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

  /** To be called once for each permit that was taken, by the same name. */
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
