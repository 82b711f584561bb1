package dev.gatehouse.security;

import dev.gatehouse.formats.PlainText;
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
  /** Replaced as a whole, so that a lookup never reads the parts of two loads. */
  private volatile Content content;

  /**
   * Bans that a lookup reads together.
   *
   * @param ends ends of bans. IPv4 addresses are Integer keys, upper halves of IPv6 addresses are
   *     Long keys, so they never collide
   * @param hashes of all stored addresses; null if not all are known
   */
  private record Content(BoundedExpiryMap<Number> ends, NumberHashes hashes) {
    Instant end(String address) {
      // Most nodes have no bans, and then no address is parsed.
      return ends.isEmpty() ? null : number(address).map(ends::get).orElse(null);
    }

    /** Returns whether an address that is missing here may be banned. Call it after the lookup. */
    boolean mayLack(String address) {
      return !ends.complete()
          && (hashes == null || number(address).map(hashes::contains).orElse(false));
    }
  }

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
    this(new Content(new BoundedExpiryMap<>(max), new NumberHashes()));
  }

  private Bans(Content content) {
    this.content = content;
  }

  /**
   * Returns what is known about an address. A concurrent {@link #replaceWith} does not hide a ban
   * that is stored before and after it.
   *
   * @param address an address key
   */
  public BanKnowledge of(String address, Instant now) {
    Content all = content;
    Instant end = all.end(address);
    if (end != null && now.isBefore(end)) {
      return BanKnowledge.BANNED;
    }
    return all.mayLack(address) ? BanKnowledge.UNCERTAIN : BanKnowledge.FREE;
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
    return Optional.ofNullable(content.end(address))
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
          Content all = content;
          if (end == null) {
            all.ends.remove(number);
            return;
          }
          if (all.hashes != null) {
            all.hashes.add(number);
          }
          all.ends.put(number, end);
        });
  }

  /** Returns false if more bans are stored than fit in memory. */
  public boolean complete() {
    return content.ends.complete();
  }

  int size() {
    return content.ends.size();
  }

  public void dropOver(Age over) {
    content.ends.dropOver(over);
  }

  /** Returns empty bans with the same limit, which {@link #replaceWith} can use later. */
  public Bans empty() {
    return new Bans(new Content(content.ends.empty(), new NumberHashes()));
  }

  /** Records that an address that is missing here may be banned. */
  public void markIncomplete() {
    content.ends.markIncomplete();
    content = new Content(content.ends, null);
  }

  /** Replaces all bans with those of another object, which must not be used afterwards. */
  public void replaceWith(Bans other) {
    content = other.content;
  }

  private static Optional<Number> number(String address) {
    return IpAddress.parse(PlainText.before('/', address))
        .map(ip -> ip.isV4() ? (Number) (int) ip.low() : (Number) ip.high());
  }
}
