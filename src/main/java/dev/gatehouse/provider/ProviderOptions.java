package dev.gatehouse.provider;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The bounds within which a provider is asked.
 *
 * @param name for logs, metrics and the errors that clients read: {@code codehost}, {@code
 *     calendar}, …
 * @param timeout for a call with all its attempts; less where the request that it serves has less
 * @param maxReplyBytes of a body, after decompression
 * @param bulkhead how much of the node this provider may hold
 * @param breaker when it is left alone
 * @param refusal the provider's own way of saying that it is asked too often
 */
public record ProviderOptions(
    String name,
    Duration timeout,
    int maxReplyBytes,
    Bulkhead bulkhead,
    Breaker breaker,
    Refusal refusal) {

  /**
   * The calls of one provider. Together they are to stay well below what the area has places for,
   * 64 by default: then a provider that hangs leaves the area's other work alone.
   *
   * @param maxRunning calls at once, and connections
   * @param maxWaiting callers that wait for a place or for somebody else's call; one more is 503
   */
  public record Bulkhead(int maxRunning, int maxWaiting) {}

  /**
   * The circuit breaker of each of the provider's origins.
   *
   * @param maxFailures calls in a row, within the window, that fail before it opens
   * @param open how long nobody asks then; after it one call tries
   */
  public record Breaker(int maxFailures, Duration window, Duration open) {}

  /**
   * A provider's own way of saying that it is asked too often, beside 429, and 403 with quota
   * headers or {@code Retry-After}.
   *
   * @param when recognises it
   * @param pause what it wants where it does not say how long
   */
  public record Refusal(Predicate<ProviderReply> when, Optional<Duration> pause) {
    static final Refusal NONE = new Refusal(reply -> false, Optional.empty());

    boolean test(ProviderReply reply) {
      return when.test(reply);
    }
  }

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int REPLY_BYTES = 1 << 20;
  private static final Bulkhead BULKHEAD = new Bulkhead(8, 32);
  private static final Breaker BREAKER =
      new Breaker(5, Duration.ofMinutes(1), Duration.ofSeconds(15));

  /** Ten seconds, 1 MiB, 8 calls at once and 32 callers that wait. */
  public static ProviderOptions of(String name) {
    return new ProviderOptions(name, TIMEOUT, REPLY_BYTES, BULKHEAD, BREAKER, Refusal.NONE);
  }

  public ProviderOptions withTimeout(Duration other) {
    return new ProviderOptions(name, other, maxReplyBytes, bulkhead, breaker, refusal);
  }

  public ProviderOptions withMaxReplyBytes(int other) {
    return new ProviderOptions(name, timeout, other, bulkhead, breaker, refusal);
  }

  public ProviderOptions withBulkhead(int maxRunning, int maxWaiting) {
    return new ProviderOptions(
        name, timeout, maxReplyBytes, new Bulkhead(maxRunning, maxWaiting), breaker, refusal);
  }

  public ProviderOptions withBreaker(Breaker other) {
    return new ProviderOptions(name, timeout, maxReplyBytes, bulkhead, other, refusal);
  }

  public ProviderOptions withRefusal(Predicate<ProviderReply> when) {
    return with(new Refusal(when, Optional.empty()));
  }

  /** The same, and how long a pause is to be that the provider does not say the length of. */
  public ProviderOptions withRefusal(Predicate<ProviderReply> when, Duration unsaidPause) {
    return with(new Refusal(when, Optional.of(unsaidPause)));
  }

  private ProviderOptions with(Refusal other) {
    return new ProviderOptions(name, timeout, maxReplyBytes, bulkhead, breaker, other);
  }
}
