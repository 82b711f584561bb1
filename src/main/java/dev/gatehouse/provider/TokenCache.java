package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.provider.ProviderCache.Ages;
import dev.gatehouse.provider.SingleFlight.Terms;
import dev.gatehouse.time.Extremes;

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

  private final ProviderCache<Token> tokens;
  private final Supplier<Token> fetch;

  public record Token(String text, Duration lifetime) {
    private Ages ages() {
      Duration bounded = Extremes.min(lifetime, MAX_LIFETIME);
      Duration valid = bounded.minus(TRAVEL);
      return new Ages(bounded.minus(Extremes.min(bounded.dividedBy(10), EARLY)), valid, valid);
    }
  }

  TokenCache(ProviderClient client, Terms terms, Supplier<Token> fetch) {
    this.tokens = new ProviderCache<>(client, terms, Token::ages, 1);
    this.fetch = fetch;
  }

  /** Returns a valid token. Blocks only if no valid token is cached. */
  public String get() {
    return tokens.get("", fetch).value().text();
  }

  /** Drops a token that the provider rejected, unless it was already replaced. */
  public void drop(String refused) {
    tokens.removeIf(token -> token.text().equals(refused));
  }
}
