package dev.gatehouse.security;

import module java.base;

/**
 * API keys that this node has in memory: the configured keys and a copy of the stored ones.
 * Bounded; if more keys are stored than fit, the store is asked for the rest.
 */
public final class ApiKeys {
  private static final int LONGEST_PRESENTED = 2_048;

  private final KeyUses uses = new KeyUses();
  private final Map<String, ApiKey> configured;
  private final int max;
  private final Runnable used;
  private volatile Stored stored = new Stored();

  private static final class Stored {
    final Map<String, ApiKey> byHash = new ConcurrentHashMap<>();
    final Map<String, String> hashById = new ConcurrentHashMap<>();
    volatile boolean complete = true;
  }

  /**
   * Creates the keys. Configured keys remain valid regardless of the stored ones.
   *
   * @param max maximum number of stored keys in memory
   * @param used runs for each use of a configured key; must not block
   */
  public ApiKeys(Collection<ApiKey> configured, int max, Runnable used) {
    this.used = used;
    this.configured = configured.stream().collect(Collectors.toMap(ApiKey::hash, key -> key));
    this.max = max;
  }

  /** Replaces the stored keys with those that the reader supplies. */
  public synchronized void replace(Consumer<Consumer<ApiKey>> reader) {
    Stored next = new Stored();
    reader.accept(key -> put(next, key));
    stored = next;
  }

  /**
   * Updates some keys.
   *
   * @param ids ids of the keys that were stored or revoked
   * @param found the keys among them that are stored
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

  /**
   * Returns false if more keys are stored than fit in memory. A key that is missing here may then
   * be stored.
   */
  public boolean complete() {
    return stored.complete;
  }

  int size() {
    return stored.byHash.size();
  }

  /**
   * Returns the key that a client presented. The lookup uses the hash, so its duration reveals
   * nothing about any key.
   *
   * @param presented the header's value, in which each character represents a byte on the wire
   */
  public Optional<ApiKey> find(String presented) {
    return hashes(presented).stream().map(this::byHash).filter(Objects::nonNull).findFirst();
  }

  /** Returns the uses of stored keys that are not stored yet. */
  public KeyUses uses() {
    return uses;
  }

  private ApiKey byHash(String hash) {
    ApiKey key = configured.get(hash);
    if (key == null) {
      return stored.byHash.get(hash);
    }
    used.run();
    return key;
  }

  /**
   * Returns the possible hashes of a presented key. Browsers send a non-ASCII character as one byte
   * and other clients as UTF-8; both forms match the owner's key.
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
