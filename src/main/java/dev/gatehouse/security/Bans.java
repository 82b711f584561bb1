package dev.gatehouse.security;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The bans that this node knows, in memory: an address as a number and the end of its ban. Why and
 * since when is only stored. An attacker chooses how many there are, so they are bounded; over the
 * bound the store is asked for those that are not here.
 */
public final class Bans {
  /** IPv4 addresses as Integer, the upper halves of IPv6 addresses as Long: never equal. */
  private final BoundedExpiryMap<Number> ends;

  /**
   * @param max bans that are held
   */
  public Bans(int max) {
    this.ends = new BoundedExpiryMap<>(max);
  }

  /**
   * Returns whether this address is shut out, as far as this node knows.
   *
   * @param address an address key
   */
  public boolean banned(String address, Instant now) {
    Instant end = end(address);
    return end != null && now.isBefore(end);
  }

  /** The rest of a ban, for {@code Retry-After}; empty when there is none, or it is for good. */
  public Optional<Duration> left(String address, Instant now) {
    return Optional.ofNullable(end(address))
        .filter(end -> !end.equals(Instant.MAX) && now.isBefore(end))
        .map(end -> Duration.between(now, end));
  }

  private Instant end(String address) {
    // Most nodes have banned nobody: then no address need be read.
    return ends.isEmpty() ? null : number(address).map(ends::get).orElse(null);
  }

  /**
   * Learns of an address that is banned, or is not any more.
   *
   * @param end {@link Instant#MAX} for good; null when it is free
   */
  public void set(String address, Instant end) {
    number(address)
        .ifPresent(number -> {
          if (end == null) {
            ends.remove(number);
          } else {
            ends.put(number, end);
          }
        });
  }

  /** False when there are more than are held: then whoever is not banned here may be stored. */
  public boolean complete() {
    return ends.complete();
  }

  int size() {
    return ends.size();
  }

  public void dropOver(Instant now) {
    ends.dropOver(now);
  }

  /** Holds the stored bans as they are read: each address with the end of its ban. */
  public void replace(Consumer<BiConsumer<String, Instant>> reader) {
    ends.replace(into ->
        reader.accept(
            (address, end) -> number(address).ifPresent(number -> into.accept(number, end))));
  }

  private static Optional<Number> number(String address) {
    int slash = address.indexOf('/');
    return IpAddress.parse(slash < 0 ? address : address.substring(0, slash))
        .map(ip -> ip.isV4() ? (Number) (int) ip.low() : (Number) ip.high());
  }
}
