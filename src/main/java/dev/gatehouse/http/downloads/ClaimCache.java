package dev.gatehouse.http.downloads;

import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.http.exchange.Exchange;
import io.vertx.core.http.HttpMethod;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Claim checks of public downloads, so that a player's hundred Ranges cost one look-up. Bounded; an
 * entry lives a minute, should nobody say that something has changed.
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

  /** Forgets everything: some stored thing has changed. */
  public void clear() {
    generation.incrementAndGet();
    entries.clear();
  }

  /**
   * The key that a request's claim check is kept under; null where there is none to keep. Pages are
   * not: which one is shown depends on more than what is stored. Nor is the head of a redirect:
   * whoever follows one is counted.
   */
  public String tag(Exchange exchange) {
    var operation = exchange.operation;
    boolean kept =
        operation.isPublic()
            && operation.method().equals(HttpMethod.GET)
            && !operation.produces().isEmpty()
            && !operation.produces().contains(JSON)
            && !operation.produces().contains(PAGE);
    return kept ? operation.id() + ' ' + exchange.request.uri() : null;
  }

  public ClaimCheck find(String tag) {
    Kept entry = tag == null ? null : entries.get(tag);
    return entry == null || nanoTime.getAsLong() - entry.since() > LIFETIME_NANOS
        ? null
        : entry.claim();
  }

  /** Forgets a claim check whose blob is gone. */
  public void drop(String tag) {
    entries.remove(tag);
  }

  /** To be read before a claim check is asked for. */
  public long generation() {
    return generation.get();
  }

  /** Keeps a claim check unless something has changed since it was asked for. */
  public void keep(String tag, ClaimCheck claim, long asked) {
    if (tag != null && generation.get() == asked) {
      entries.put(tag, new Kept(claim, nanoTime.getAsLong()));
      if (generation.get() != asked) {
        entries.remove(tag);
      }
    }
  }
}
