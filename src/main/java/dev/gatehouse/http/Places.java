package dev.gatehouse.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Places for work that takes long, for all of a node's event loops together. An address that has
 * shown no credential takes a quarter of them at most: it must not keep the owner out.
 */
final class Places {
  private static final int PART = 4;

  private final Budget all;
  private final int mostEach;
  private final Map<String, Integer> strangers = new ConcurrentHashMap<>();

  Places(int most) {
    this.all = new Budget(most);
    this.mostEach = Math.max(1, most / PART);
  }

  /** Takes a place, or says no. */
  boolean take(Exchange exchange) {
    if (!stranger(exchange)) {
      return all.take(1);
    }
    String address = exchange.address.key();
    if (strangers.merge(address, 1, Integer::sum) <= mostEach && all.take(1)) {
      return true;
    }
    leave(address);
    return false;
  }

  /** To be called once for each place that was taken. */
  void giveBack(Exchange exchange) {
    all.giveBack(1);
    if (stranger(exchange)) {
      leave(exchange.address.key());
    }
  }

  private static boolean stranger(Exchange exchange) {
    return exchange.caller.subject().isEmpty();
  }

  private void leave(String address) {
    strangers.computeIfPresent(address, (key, places) -> places == 1 ? null : places - 1);
  }
}
