package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.time.Age;

/**
 * Bans that this node has in memory: the address as a number and the end of its ban. Reason and
 * start are only stored.
 *
 * <p>Bounded, because attackers determine the number of bans. If more are stored than fit, the
 * store is asked for each address that is missing here.
 */
public final class Bans {
  /**
   * Replaced as a whole, so that a lookup never reads the parts of two loads. IPv4 addresses are
   * Integer keys, upper halves of IPv6 addresses are Long keys, so they never collide.
   */
  private volatile BoundedExpiryMap<Number> expiries;

  /** Knowledge of this node about an address. */
  public enum BanKnowledge {
    FREE,
    BANNED,
    /** Only the store knows. */
    UNCERTAIN
  }

  /**
   * @param max maximum number of bans in memory
   */
  public Bans(int max) {
    this(new BoundedExpiryMap<>(max));
  }

  private Bans(BoundedExpiryMap<Number> expiries) {
    this.expiries = expiries;
  }

  /**
   * Returns what is known about an address. A concurrent {@link #replaceWith} does not hide a ban
   * that is stored before and after it.
   *
   * @param address an address key
   */
  public BanKnowledge of(String address, Instant now) {
    BoundedExpiryMap<Number> all = expiries;
    Instant end = end(all, address);
    if (end != null && now.isBefore(end)) {
      return BanKnowledge.BANNED;
    }
    return all.complete() ? BanKnowledge.FREE : BanKnowledge.UNCERTAIN;
  }

  /**
   * Returns whether this node has a ban for the address in memory.
   *
   * @param address an address key
   */
  public boolean banned(String address, Instant now) {
    return of(address, now) == BanKnowledge.BANNED;
  }

  /**
   * Returns the remaining time for {@code Retry-After}; empty for a permanent ban or without a ban.
   */
  public Optional<Duration> left(String address, Instant now) {
    return Optional.ofNullable(end(expiries, address))
        .filter(end -> !end.equals(Instant.MAX) && now.isBefore(end))
        .map(end -> Duration.between(now, end));
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
            expiries.remove(number);
          } else {
            expiries.put(number, end);
          }
        });
  }

  /** Returns false if more bans are stored than fit in memory. */
  public boolean complete() {
    return expiries.complete();
  }

  /** Returns the maximum number of bans in memory. */
  public int max() {
    return expiries.max();
  }

  int size() {
    return expiries.size();
  }

  public void dropOver(Age over) {
    expiries.dropOver(over);
  }

  /** Returns empty bans with the same limit, which {@link #replaceWith} can use later. */
  public Bans empty() {
    return new Bans(expiries.empty());
  }

  /** Records that an address that is missing here may be banned. */
  public void markIncomplete() {
    expiries.markIncomplete();
  }

  /** Replaces all bans with those of another object, which must not be used afterwards. */
  public void replaceWith(Bans other) {
    expiries = other.expiries;
  }

  private static Instant end(BoundedExpiryMap<Number> expiries, String address) {
    // Most nodes have no bans, and then no address is parsed.
    return expiries.isEmpty() ? null : number(address).map(expiries::get).orElse(null);
  }

  private static Optional<Number> number(String address) {
    return IpAddress.parse(PlainText.before('/', address))
        .map(ip -> ip.isV4() ? (Number) (int) ip.low() : (Number) ip.high());
  }
}
