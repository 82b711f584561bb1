package dev.gatehouse.security;

import module java.base;

/**
 * Ban of an address.
 *
 * @param address an address key: IPv4 or an IPv6 /64
 * @param attempts number of failed attempts that caused it; 0 for another cause
 * @param until null for a permanent ban
 */
public record Ban(String address, String reason, int attempts, Instant since, Instant until) {

  public boolean holds(Instant now) {
    return until == null || now.isBefore(until);
  }

  /** Returns the remaining time for {@code Retry-After}; empty for a permanent ban. */
  public Optional<Duration> left(Instant now) {
    return Optional.ofNullable(until).map(end -> Duration.between(now, end));
  }
}
