package dev.gatehouse.security;

import dev.gatehouse.time.Age;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Bans that this node has in memory: the address as a number and the end of its ban. Reason and
 * start are only stored.
 *
 * <p>Bounded, because attackers determine the number of bans. If more are stored than fit, the
 * hashes of all addresses are in memory. The store is asked only for an address with a known hash.
 */
public final class Bans {
  /**
   * Ends of bans. IPv4 addresses are Integer keys, upper halves of IPv6 addresses are Long keys, so
   * they never collide.
   */
  private final BoundedExpiryMap<Number> ends;

  /** Hashes of all stored addresses; null if not all are known. */
  private volatile NumberHashes hashes = new NumberHashes();

  /**
   * @param max maximum number of bans in memory
   */
  public Bans(int max) {
    this(new BoundedExpiryMap<>(max));
  }

  private Bans(BoundedExpiryMap<Number> ends) {
    this.ends = ends;
  }

  /**
   * Returns whether this node has a ban for the address in memory.
   *
   * @param address an address key
   */
  public boolean banned(String address, Instant now) {
    Instant end = end(address);
    return end != null && now.isBefore(end);
  }

  /**
   * Returns the remaining time for {@code Retry-After}; empty for a permanent ban or without a ban.
   */
  public Optional<Duration> left(String address, Instant now) {
    return Optional.ofNullable(end(address))
        .filter(end -> !end.equals(Instant.MAX) && now.isBefore(end))
        .map(end -> Duration.between(now, end));
  }

  private Instant end(String address) {
    // Most nodes have no bans, and then no address is parsed.
    return ends.isEmpty() ? null : number(address).map(ends::get).orElse(null);
  }

  /**
   * Sets or removes the ban of an address.
   *
   * @param end {@link Instant#MAX} for a permanent ban; null to remove the ban
   */
  public void set(String address, Instant end) {
    number(address)
        .ifPresent(number -> {
          if (end == null) {
            ends.remove(number);
          } else {
            addHash(number);
            ends.put(number, end);
          }
        });
  }

  private void addHash(Number number) {
    NumberHashes known = hashes;
    if (known != null) {
      known.add(number);
    }
  }

  /** Returns whether an address that is missing here may be banned. */
  public boolean isUncertain(String address) {
    NumberHashes known = hashes;
    return !complete() && (known == null || number(address).map(known::contains).orElse(false));
  }

  /** Returns false if more bans are stored than fit in memory. */
  public boolean complete() {
    return ends.complete();
  }

  int size() {
    return ends.size();
  }

  public void dropOver(Age over) {
    ends.dropOver(over);
  }

  /** Returns empty bans with the same limit, which {@link #replaceWith} can use later. */
  public Bans empty() {
    return new Bans(ends.empty());
  }

  /** Records that an address that is missing here may be banned. */
  public void markIncomplete() {
    hashes = null;
    ends.markIncomplete();
  }

  /** Replaces all bans with those of another object, which must not be used afterwards. */
  public void replaceWith(Bans other) {
    // Between the two, an address is looked up in the other bans or in the store.
    hashes = null;
    ends.replaceWith(other.ends);
    hashes = other.hashes;
  }

  private static Optional<Number> number(String address) {
    int slash = address.indexOf('/');
    return IpAddress.parse(slash < 0 ? address : address.substring(0, slash))
        .map(ip -> ip.isV4() ? (Number) (int) ip.low() : (Number) ip.high());
  }
}
