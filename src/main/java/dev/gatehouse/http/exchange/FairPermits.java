package dev.gatehouse.http.exchange;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Permits for work that takes long, for all of a node's event loops together. An address that has
 * shown no credential takes a quarter of them at most: it must not keep the owner out.
 */
public final class FairPermits {
  private static final int PART = 4;

  private final Permits all;
  private final int maxEach;
  private final Map<String, Integer> strangers = new ConcurrentHashMap<>();

  public FairPermits(int max) {
    this.all = new Permits(max);
    this.maxEach = Math.max(1, max / PART);
  }

  /** Takes a permit, or says no. */
  public boolean take(Exchange exchange) {
    if (!stranger(exchange)) {
      return all.take(1);
    }
    String address = exchange.address.key();
    if (strangers.merge(address, 1, Integer::sum) <= maxEach && all.take(1)) {
      return true;
    }
    leave(address);
    return false;
  }

  /** To be called once for each permit that was taken. */
  public void giveBack(Exchange exchange) {
    all.giveBack(1);
    if (stranger(exchange)) {
      leave(exchange.address.key());
    }
  }

  long taken() {
    return all.taken();
  }

  private static boolean stranger(Exchange exchange) {
    return exchange.caller.subject().isEmpty();
  }

  private void leave(String address) {
    strangers.computeIfPresent(address, (key, places) -> places == 1 ? null : places - 1);
  }
}
