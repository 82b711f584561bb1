package dev.gatehouse.provider;

import module java.base;

/**
 * Limits of the calls to a provider.
 *
 * @param name name in logs, metrics and client errors: {@code codehost}, {@code calendar}, …
 * @param timeout time limit of a call with all its attempts; reduced to the remaining time of the
 *     request that it serves
 * @param maxReplyBytes maximum size of a body after decompression
 * @param bulkhead maximum number of the node's calls and waiting callers
 * @param breaker when calls to it are suspended
 * @param refusal the provider's own form of a rate limit rejection
 */
public record ProviderOptions(
    String name,
    Duration timeout,
    int maxReplyBytes,
    Bulkhead bulkhead,
    Breaker breaker,
    Refusal refusal) {

  /**
   * Limits of one provider's calls. Their sum should be well below the area's concurrency, 64 by
   * default, so that a hanging provider does not block the area's other work.
   *
   * @param maxRunning maximum concurrent calls, and connections
   * @param maxWaiting callers that wait for a permit or for another caller's fetch; one more gets
   *     503
   */
  public record Bulkhead(int maxRunning, int maxWaiting) {}

  /**
   * Circuit breaker settings for each of the provider's origins.
   *
   * @param maxFailures consecutive failed calls within the window that open it
   * @param open time without calls while it is open; one trial call follows
   */
  public record Breaker(int maxFailures, Duration window, Duration open) {}

  /**
   * A provider's own form of a rate limit rejection, besides 429, and 403 with quota headers or
   * {@code Retry-After}.
   *
   * @param when recognizes it
   * @param pause length of the pause if the provider does not state one
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

  /** Returns the defaults: 10 seconds, 1 MiB, 8 concurrent calls and 32 waiting callers. */
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

  /**
   * Returns these options with a rejection form, and the pause for rejections without a stated
   * length.
   */
  public ProviderOptions withRefusal(Predicate<ProviderReply> when, Duration unsaidPause) {
    return with(new Refusal(when, Optional.of(unsaidPause)));
  }

  private ProviderOptions with(Refusal other) {
    return new ProviderOptions(name, timeout, maxReplyBytes, bulkhead, breaker, other);
  }
}
