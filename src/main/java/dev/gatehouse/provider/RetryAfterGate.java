package dev.gatehouse.provider;

import dev.gatehouse.formats.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The pauses that replies ask for: by {@code Retry-After}, or by a quota that is used up and the
 * moment at which there is a new one. Moments are the provider's: its {@code Date} says how its
 * clock and ours differ.
 */
final class RetryAfterGate {
  private static final Duration MAX = Duration.ofHours(24);
  private static final int TOO_MANY = 429;
  private static final int FORBIDDEN = 403;
  private static final int UNAVAILABLE = 503;

  /** Larger numbers are seconds of the epoch, and still larger ones milliseconds. */
  private static final long LEAST_EPOCH_SECOND = 1_000_000_000L;

  private static final long LEAST_EPOCH_MILLI = 1_000_000_000_000L;

  /** The families of quota headers: GitHub's and most others', and two drafts of the IETF. */
  private static final List<String> QUOTAS = List.of("X-RateLimit-", "X-Rate-Limit-", "RateLimit-");

  private RetryAfterGate() {}

  /**
   * Returns whether a reply says, by its status and headers, that the provider is asked too often.
   */
  static boolean wanted(ProviderReply reply) {
    return switch (reply.status()) {
      case TOO_MANY -> true;
      case FORBIDDEN -> reply.header("Retry-After").isPresent() || usedUp(reply).isPresent();
      case UNAVAILABLE -> reply.header("Retry-After").isPresent();
      default -> false;
    };
  }

  /** The pause before the next call, of a reply that wants one; empty where it does not say. */
  static Optional<Duration> of(ProviderReply reply, Instant now) {
    return reply.retryAfter(now).or(() -> untilNewQuota(reply, now));
  }

  /** The time until there is a new quota, where this reply was the last of the old one. */
  static Optional<Duration> untilNewQuota(ProviderReply reply, Instant now) {
    return usedUp(reply)
        .flatMap(family -> reply.header(family + "Reset"))
        .flatMap(reset -> reset(reset.strip(), clock(reply).orElse(now)));
  }

  /**
   * Returns whether the pause that a reply wants is over one quota alone, which is used up; else it
   * holds for whatever the provider is asked.
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

  /** The time at which the provider wrote a reply, by its own clock. */
  static Optional<Instant> clock(ProviderReply reply) {
    return reply.header("Date").flatMap(HttpDate::parse);
  }

  /** A pause in either form; empty where the text is neither. */
  static Optional<Duration> retryAfter(String text, Instant now) {
    String pause = text.strip();
    return pause.matches("[0-9]{1,15}")
        ? Optional.of(bounded(Duration.ofSeconds(Long.parseLong(pause))))
        : HttpDate.parse(pause).map(until -> bounded(Duration.between(now, until)));
  }

  private static Optional<Duration> reset(String text, Instant now) {
    if (!text.matches("[0-9]{1,15}(\\.[0-9]{1,9})?")) {
      return retryAfter(text, now);
    }
    long number = Long.parseLong(text.replaceFirst("\\..*", ""));
    if (number >= LEAST_EPOCH_MILLI) {
      return Optional.of(bounded(Duration.between(now, Instant.ofEpochMilli(number))));
    }
    return Optional.of(
        bounded(
            number >= LEAST_EPOCH_SECOND
                ? Duration.between(now, Instant.ofEpochSecond(number))
                : Duration.ofSeconds(number)));
  }

  private static Duration bounded(Duration pause) {
    if (pause.isNegative()) {
      return Duration.ZERO;
    }
    return pause.compareTo(MAX) > 0 ? MAX : pause;
  }
}
