package dev.gatehouse.security;

import module java.base;

/** Uses of keys on this node that are not stored yet. */
public final class KeyUses {
  private final Map<String, Use> waiting = new ConcurrentHashMap<>();

  /**
   * Uses of one key.
   *
   * @param address of the last client
   */
  public record Use(long count, Instant last, String address) {
    private Use and(Use later) {
      return new Use(count + later.count, later.last, later.address);
    }
  }

  /** Counts a request with a valid key. */
  public void add(String id, String address, Instant now) {
    waiting.merge(id, new Use(1, now, address), Use::and);
  }

  /** Removes and returns all uses by the key's id. */
  public Map<String, Use> take() {
    Map<String, Use> taken = new ConcurrentHashMap<>();
    for (String id : waiting.keySet()) {
      Use use = waiting.remove(id);
      if (use != null) {
        taken.put(id, use);
      }
    }
    return taken;
  }

  /** Returns uses that could not be stored. */
  public void restore(String id, Use use) {
    waiting.merge(id, use, (later, earlier) -> earlier.and(later));
  }
}
