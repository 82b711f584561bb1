package dev.gatehouse.security;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The API keys that this node knows, in memory: those of its settings and a view of the stored
 * ones. Bounded; over the bound the store is asked for those that are not here.
 */
public final class ApiKeys {
  private static final int LONGEST_PRESENTED = 2_048;

  private final Map<String, ApiKey> configured;
  private final int max;
  private volatile Stored stored = new Stored();

  private static final class Stored {
    final Map<String, ApiKey> byHash = new ConcurrentHashMap<>();
    final Map<String, String> hashById = new ConcurrentHashMap<>();
    volatile boolean complete = true;
  }

  /**
   * Configured keys stay whatever is stored.
   *
   * @param max stored keys that are held
   */
  public ApiKeys(Collection<ApiKey> configured, int max) {
    this.configured = configured.stream().collect(Collectors.toMap(ApiKey::hash, key -> key));
    this.max = max;
  }

  /** Holds the stored keys as they are read. */
  public synchronized void replace(Consumer<Consumer<ApiKey>> reader) {
    Stored next = new Stored();
    reader.accept(key -> put(next, key));
    stored = next;
  }

  /**
   * Sees what has become of some keys.
   *
   * @param ids of the keys that were stored or revoked
   * @param found those of them that are stored
   */
  public synchronized void update(Collection<String> ids, Collection<ApiKey> found) {
    for (String id : ids) {
      String hash = stored.hashById.remove(id);
      if (hash != null) {
        stored.byHash.remove(hash);
      }
    }
    found.forEach(key -> put(stored, key));
  }

  private void put(Stored into, ApiKey key) {
    if (into.byHash.size() >= max) {
      into.complete = false;
      return;
    }
    into.byHash.put(key.hash(), key);
    into.hashById.put(key.id(), key.hash());
  }

  /** False when there are more than are held: then a key that is not here may be stored. */
  public boolean complete() {
    return stored.complete;
  }

  int size() {
    return stored.byHash.size();
  }

  /**
   * The key that was presented. Looked up by its hash, so the time it takes tells nothing of any
   * key.
   *
   * @param presented the header's value, in which a character stands for a byte on the wire
   */
  public Optional<ApiKey> find(String presented) {
    return hashes(presented).stream().map(this::byHash).filter(Objects::nonNull).findFirst();
  }

  private ApiKey byHash(String hash) {
    ApiKey key = configured.get(hash);
    return key == null ? stored.byHash.get(hash) : key;
  }

  /**
   * The hashes that the key may have which was presented. Browsers write a character beyond ASCII
   * as one byte, others as UTF-8: both mean the owner's key.
   */
  public static List<String> hashes(String presented) {
    if (presented.isEmpty() || presented.length() > LONGEST_PRESENTED) {
      return List.of();
    }
    String asBytes = ApiKey.hash(presented.getBytes(StandardCharsets.ISO_8859_1));
    boolean ascii = presented.chars().allMatch(c -> c < 0x80);
    return ascii ? List.of(asBytes) : List.of(asBytes, ApiKey.hash(presented));
  }
}
