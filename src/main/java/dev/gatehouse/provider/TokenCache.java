package dev.gatehouse.provider;

import dev.gatehouse.provider.SingleFlight.Terms;
import dev.gatehouse.time.Extremes;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Caches a provider's access token. Concurrent callers share one fetch, and a token is renewed in
 * the background while the old one is still valid. No caller waits past its deadline.
 */
public final class TokenCache {
  /** A token is renewed this long before it expires, or in the last tenth of its lifetime. */
  private static final Duration EARLY = Duration.ofSeconds(60);

  /** Safety margin, because a token may expire in transit. */
  private static final Duration TRAVEL = Duration.ofSeconds(5);

  private static final Duration MAX_LIFETIME = Duration.ofHours(24);

  private final ProviderClient client;
  private final Terms terms;
  private final Supplier<Token> fetch;
  private final SingleFlight<Kept> flight;
  private final AtomicReference<Kept> kept = new AtomicReference<>(Kept.NONE);

  public record Token(String text, Duration lifetime) {}

  private record Kept(String text, Instant renewed, Instant ends) {
    static final Kept NONE = new Kept("", Instant.MIN, Instant.MIN);
  }

  TokenCache(ProviderClient client, Terms terms, Supplier<Token> fetch) {
    this.client = client;
    this.terms = terms;
    this.fetch = fetch;
    this.flight = new SingleFlight<>(terms);
  }

  /** Returns a valid token. Blocks only if no valid token is cached. */
  public String get() {
    Kept known = kept.get();
    Instant now = terms.clock().instant();
    if (now.isBefore(known.renewed())) {
      return known.text();
    }
    CompletableFuture<Kept> fetched = flight.join(this::fetched);
    if (now.isBefore(known.ends())) {
      return known.text();
    }
    return client.awaiting(terms.timeout(), patience -> flight.await(fetched, patience)).text();
  }

  /** Drops a token that the provider rejected, unless it was already replaced. */
  public void drop(String refused) {
    Kept known = kept.get();
    if (known.text().equals(refused)) {
      kept.compareAndSet(known, Kept.NONE);
    }
  }

  private Kept fetched() {
    Instant asked = terms.clock().instant();
    Kept known = kept.get();
    if (asked.isBefore(known.renewed())) {
      // Another fetch has completed since the caller's check.
      return known;
    }
    Token token = fetch.get();
    Duration lifetime = bounded(token.lifetime());
    Duration early = lifetime.dividedBy(10);
    Kept fetched =
        new Kept(
            token.text(),
            asked.plus(lifetime).minus(Extremes.min(early, EARLY)),
            asked.plus(lifetime).minus(TRAVEL));
    kept.set(fetched);
    return fetched;
  }

  private static Duration bounded(Duration lifetime) {
    if (lifetime.isNegative()) {
      return Duration.ZERO;
    }
    return Extremes.min(lifetime, MAX_LIFETIME);
  }
}
