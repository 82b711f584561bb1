package dev.gatehouse.security;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An address that is shut out.
 *
 * @param address an address key: IPv4 or an IPv6 /64
 * @param attempts the failed attempts that led to it; 0 when something else did
 * @param until null when it is for good
 */
public record Ban(String address, String reason, int attempts, Instant since, Instant until) {

  public boolean holds(Instant now) {
    return until == null || now.isBefore(until);
  }

  /** The time that it will last yet, for {@code Retry-After}; empty when it is for good. */
  public Optional<Duration> left(Instant now) {
    return Optional.ofNullable(until).map(end -> Duration.between(now, end));
  }
}
