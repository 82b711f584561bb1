package dev.gatehouse.provider;

import dev.gatehouse.provider.SingleFlight.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A provider's access token: fetched once for all who want it, and renewed in the background while
 * the old one still serves. Nobody waits longer than his request has time.
 */
public final class TokenCache {
  /** A token is renewed so long before it ends, or in the last tenth of its life. */
  private static final Duration EARLY = Duration.ofSeconds(60);

  /** It may end on its way. */
  private static final Duration TRAVEL = Duration.ofSeconds(5);

  private static final Duration MAX_LIFETIME = Duration.ofHours(24);

  private final ProviderClient client;
  private final Terms terms;
  private final Supplier<Token> fetch;
  private final SingleFlight<Kept> flight;
  private final AtomicReference<Kept> kept = new AtomicReference<>(Kept.NONE);

  /** A token and how long it lives. */
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

  /** A token that is good; blocks where there is none. */
  public String get() {
    Kept known = kept.get();
    Instant now = terms.clock().instant();
    if (now.isBefore(known.renewed())) {
      return known.text();
    }
    CompletableFuture<Kept> fetched = flight.join(this::fetched);
    return now.isBefore(known.ends())
        ? known.text()
        : client.awaiting(terms.timeout(), patience -> flight.await(fetched, patience)).text();
  }

  /** Forgets a token that the provider refused, unless there is a newer one already. */
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
      // Another fetch has ended between the caller's look and its wish.
      return known;
    }
    Token token = fetch.get();
    Duration lifetime = bounded(token.lifetime());
    Duration early = lifetime.dividedBy(10);
    Kept fetched =
        new Kept(
            token.text(),
            asked.plus(lifetime).minus(early.compareTo(EARLY) < 0 ? early : EARLY),
            asked.plus(lifetime).minus(TRAVEL));
    kept.set(fetched);
    return fetched;
  }

  private static Duration bounded(Duration lifetime) {
    if (lifetime.isNegative()) {
      return Duration.ZERO;
    }
    return lifetime.compareTo(MAX_LIFETIME) > 0 ? MAX_LIFETIME : lifetime;
  }
}
