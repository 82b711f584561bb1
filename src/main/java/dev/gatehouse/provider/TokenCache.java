package dev.gatehouse.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A provider's access token, fetched once for all who wait and renewed before it ends. */
public final class TokenCache {
  private static final Duration EARLY = Duration.ofSeconds(60);

  private final Supplier<Token> fetch;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private Token token;
  private Instant until = Instant.EPOCH;

  /** A token and how long it lives. */
  public record Token(String text, Duration lifetime) {}

  /**
   * @param fetch asks the provider; blocks, and throws what the caller is to see
   */
  public TokenCache(Supplier<Token> fetch, InstantSource clock) {
    this.fetch = fetch;
    this.clock = clock;
  }

  /** A token that is still good for a minute; blocks while it is fetched. */
  public String get() {
    lock.lock();
    try {
      if (!clock.instant().isBefore(until)) {
        token = fetch.get();
        until = clock.instant().plus(token.lifetime()).minus(EARLY);
      }
      return token.text();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets a token that the provider refused, unless there is a newer one already. */
  public void drop(String refused) {
    lock.lock();
    try {
      if (token != null && token.text().equals(refused)) {
        until = Instant.EPOCH;
      }
    } finally {
      lock.unlock();
    }
  }
}
