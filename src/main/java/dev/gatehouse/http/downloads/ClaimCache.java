package dev.gatehouse.http.downloads;

import module java.base;

import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.exchange.Exchange;
import io.vertx.core.http.HttpMethod;

/**
 * Bounded cache of the claim checks of public downloads. A player's hundred range requests cost one
 * lookup. An entry expires after a minute, in case an invalidation is missed.
 */
public final class ClaimCache {
  private static final Duration MAX_AGE = Duration.ofMinutes(1);

  private final MemoryCache<String, ClaimCheck> cache;

  public ClaimCache(int maxClaims, LongSupplier nanoTime) {
    this.cache = MemoryCache.ofSize(maxClaims, MAX_AGE, nanoTime);
  }

  /** Clears the cache, because a stored resource has changed. */
  public void clear() {
    cache.clear();
  }

  /**
   * Returns whether an operation's claim checks are cached. Pages are not cached, because their
   * choice depends on more than stored data. Redirects are not cached, because each click is
   * counted.
   */
  public static boolean serves(Operation operation) {
    return operation.isPublic()
        && operation.method().equals(HttpMethod.GET)
        && !operation.produces().isEmpty()
        && !operation.produces().contains("application/json")
        && !operation.produces().contains("text/html");
  }

  /** Returns the cache key of a request's claim check. */
  public String tag(Exchange exchange) {
    return exchange.operation.id() + ' ' + exchange.request.uri();
  }

  public ClaimCheck find(String tag) {
    return cache.find(tag);
  }

  /** Removes a claim check whose blob no longer exists. */
  public void drop(String tag) {
    cache.remove(tag);
  }

  /** Returns the generation of the cache. Read it before requesting a claim check. */
  public long generation() {
    return cache.generation();
  }

  /**
   * Stores a claim check unless the cache was cleared after the check was requested.
   *
   * @param asked the {@link #generation} from before the request
   */
  public void keep(String tag, ClaimCheck claim, long asked) {
    cache.put(tag, claim, asked);
  }
}
