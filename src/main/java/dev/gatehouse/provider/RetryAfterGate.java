package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.time.Extremes;

/**
 * Pauses that replies request, with {@code Retry-After} or with an exhausted quota and its reset
 * time. Times use the provider's clock; the {@code Date} header gives its offset from ours.
 */
final class RetryAfterGate {
  private static final Duration MAX = Duration.ofHours(24);
  private static final int TOO_MANY = 429;
  private static final int FORBIDDEN = 403;
  private static final int UNAVAILABLE = 503;

  /** Larger numbers are epoch seconds, and still larger numbers are epoch milliseconds. */
  private static final long LEAST_EPOCH_SECOND = 1_000_000_000L;

  private static final long LEAST_EPOCH_MILLI = 1_000_000_000_000L;

  /** Prefixes of quota headers: those of GitHub and most others, and of two IETF drafts. */
  private static final List<String> QUOTAS = List.of("X-RateLimit-", "X-Rate-Limit-", "RateLimit-");

  private RetryAfterGate() {}

  /** Returns whether a reply's status and headers report too many requests. */
  static boolean wanted(ProviderReply reply) {
    return switch (reply.status()) {
      case TOO_MANY -> true;
      case FORBIDDEN -> reply.header("Retry-After").isPresent() || usedUp(reply).isPresent();
      case UNAVAILABLE -> reply.header("Retry-After").isPresent();
      default -> false;
    };
  }

  /** Returns the pause before the next call; empty if the reply does not specify one. */
  static Optional<Duration> of(ProviderReply reply, Instant now) {
    return reply.retryAfter(now).or(() -> untilNewQuota(reply, now));
  }

  /** Returns the time until the quota resets, if this reply used up the old quota. */
  static Optional<Duration> untilNewQuota(ProviderReply reply, Instant now) {
    return usedUp(reply)
        .flatMap(family -> reply.header(family + "Reset"))
        .flatMap(reset -> reset(reset.strip(), clock(reply).orElse(now)));
  }

  /**
   * Returns whether the requested pause applies to one exhausted quota only. Otherwise it applies
   * to every call to the provider.
   */
  static boolean ofOneQuota(ProviderReply reply) {
    return usedUp(reply).isPresent();
  }

  private static Optional<String> usedUp(ProviderReply reply) {
    return QUOTAS.stream()
        .filter(family ->
            reply.header(family + "Remaining").filter(left -> left.strip().equals("0")).isPresent())
        .findFirst();
  }

  /** Returns the time at which the provider sent a reply, by the provider's clock. */
  static Optional<Instant> clock(ProviderReply reply) {
    return reply.header("Date").flatMap(HttpDate::parse);
  }

  /** Parses a pause in either form; empty if the text is neither. */
  static Optional<Duration> retryAfter(String text, Instant now) {
    String pause = text.strip();
    if (pause.matches("[0-9]{1,15}")) {
      return Optional.of(bounded(Duration.ofSeconds(Long.parseLong(pause))));
    }
    return HttpDate.parse(pause).map(until -> bounded(Duration.between(now, until)));
  }

  private static Optional<Duration> reset(String text, Instant now) {
    if (!text.matches("[0-9]{1,15}(\\.[0-9]{1,9})?")) {
      return retryAfter(text, now);
    }
    long number = Long.parseLong(text.replaceFirst("\\..*", ""));
    if (number >= LEAST_EPOCH_MILLI) {
      return Optional.of(bounded(Duration.between(now, Instant.ofEpochMilli(number))));
    }
    if (number >= LEAST_EPOCH_SECOND) {
      return Optional.of(bounded(Duration.between(now, Instant.ofEpochSecond(number))));
    }
    return Optional.of(bounded(Duration.ofSeconds(number)));
  }

  private static Duration bounded(Duration pause) {
    if (pause.isNegative()) {
      return Duration.ZERO;
    }
    return Extremes.min(pause, MAX);
  }
}
