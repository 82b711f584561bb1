package dev.gatehouse.gate;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The API keys that this node knows, in memory: those of its settings and a view of the stored
 * ones.
 */
public final class ApiKeys {
  private static final int LONGEST_PRESENTED = 2_048;

  private final List<ApiKey> configured;
  private volatile Map<String, ApiKey> byHash;

  /** Configured keys stay whatever is stored. */
  public ApiKeys(Collection<ApiKey> configured) {
    this.configured = List.copyOf(configured);
    replace(List.of());
  }

  /** Sees the stored keys as they are now. */
  public void replace(Collection<ApiKey> stored) {
    Map<String, ApiKey> next = new HashMap<>();
    stored.forEach(key -> next.put(key.hash(), key));
    configured.forEach(key -> next.put(key.hash(), key));
    byHash = next;
  }

  /**
   * The key that was presented. Looked up by its hash, so the time it takes tells nothing of any
   * key.
   *
   * @param presented the header's value, in which a character stands for a byte on the wire
   */
  public Optional<ApiKey> find(String presented) {
    if (presented.isEmpty() || presented.length() > LONGEST_PRESENTED) {
      return Optional.empty();
    }
    ApiKey key = byHash.get(ApiKey.hash(presented.getBytes(StandardCharsets.ISO_8859_1)));
    // Browsers write a character beyond ASCII as one byte, others as UTF-8: both mean the owner's
    // key.
    return Optional.ofNullable(key != null ? key : byHash.get(ApiKey.hash(presented)));
  }
}
