package dev.gatehouse.http.downloads;

import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.exchange.Exchange;
import io.vertx.core.http.HttpMethod;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Bounded cache of the claim checks of public downloads. A player's hundred range requests cost one
 * lookup. An entry expires after a minute, in case an invalidation is missed.
 */
public final class ClaimCache {
  private static final String JSON = "application/json";
  private static final String PAGE = "text/html";
  private static final long LIFETIME_NANOS = 60_000_000_000L;

  private final int maxClaims;
  private final LongSupplier nanoTime;
  private final AtomicLong generation = new AtomicLong();
  private final Map<String, Kept> entries =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
              return size() > maxClaims;
            }
          });

  private record Kept(ClaimCheck claim, long since) {}

  public ClaimCache(int maxClaims, LongSupplier nanoTime) {
    this.maxClaims = maxClaims;
    this.nanoTime = nanoTime;
  }

  /** Clears the cache, because a stored resource has changed. */
  public void clear() {
    generation.incrementAndGet();
    entries.clear();
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
        && !operation.produces().contains(JSON)
        && !operation.produces().contains(PAGE);
  }

  /** Returns the cache key of a request's claim check. */
  public String tag(Exchange exchange) {
    return exchange.operation.id() + ' ' + exchange.request.uri();
  }

  public ClaimCheck find(String tag) {
    Kept entry = entries.get(tag);
    return entry == null || nanoTime.getAsLong() - entry.since() > LIFETIME_NANOS
        ? null
        : entry.claim();
  }

  /** Removes a claim check whose blob no longer exists. */
  public void drop(String tag) {
    entries.remove(tag);
  }

  /** Returns the generation of the cache. Read it before requesting a claim check. */
  public long generation() {
    return generation.get();
  }

  /**
   * Stores a claim check unless the cache was cleared after the check was requested.
   *
   * @param asked the {@link #generation} from before the request
   */
  public void keep(String tag, ClaimCheck claim, long asked) {
    if (generation.get() == asked) {
      entries.put(tag, new Kept(claim, nanoTime.getAsLong()));
      if (generation.get() != asked) {
        entries.remove(tag);
      }
    }
  }
}
