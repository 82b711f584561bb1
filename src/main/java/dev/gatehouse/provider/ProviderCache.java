package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.caching.BoundedMap;
import dev.gatehouse.provider.SingleFlight.Terms;
import dev.gatehouse.time.Extremes;

/**
 * Cache of a provider's replies. Concurrent requests for one key share a single fetch. Stale values
 * are served during a fetch, or if a fetch fails (RFC 5861). No lock is held during a fetch, and no
 * caller waits past its deadline. Bounded; evicts the least recently used entry first.
 *
 * @param <V> type of the immutable cached values
 */
public final class ProviderCache<V> {
  /** Most providers reply within this time. A stale value is withheld this long for a new one. */
  private static final Duration MOMENT = Duration.ofMillis(250);

  private final ProviderClient client;
  private final Terms terms;
  private final Function<V, Ages> ages;
  private final Map<String, Entry<V>> entries;

  /**
   * Maximum ages at which a value is served.
   *
   * @param fresh served without a fetch
   * @param revalidated served immediately, while a background fetch runs
   * @param stale served after a short wait for a new value; older values are not served
   */
  public record Ages(Duration fresh, Duration revalidated, Duration stale) {}

  /**
   * A value and the time at which it was fetched.
   *
   * @param failure failure of the last fetch since then; null if there was none
   */
  public record Fetched<V>(V value, Instant at, RuntimeException failure) {}

  /** A key's value, and the fetch that renews it. */
  private static final class Entry<V> {
    final SingleFlight<Fetched<V>> flight;
    volatile Fetched<V> value;
    volatile RuntimeException failure;

    Entry(Terms terms) {
      flight = new SingleFlight<>(terms);
    }
  }

  /**
   * @param ages maximum ages of a value
   */
  ProviderCache(ProviderClient client, Terms terms, Function<V, Ages> ages, int maxKeys) {
    this(client, terms, ages, BoundedMap.of(maxKeys));
  }

  private ProviderCache(
      ProviderClient client, Terms terms, Function<V, Ages> ages, Map<String, Entry<V>> entries) {
    this.client = client;
    this.terms = terms;
    this.ages = ages;
    this.entries = entries;
  }

  /**
   * Returns a cache whose selected values are fetched again sooner.
   *
   * @param soon whether a value must be fetched again sooner
   * @param age maximum age at which such a value is served without a fetch
   */
  public ProviderCache<V> sooner(Predicate<V> soon, Duration age) {
    return new ProviderCache<>(
        client,
        terms,
        value -> {
          Ages usual = ages.apply(value);
          return soon.test(value) ? new Ages(age, usual.revalidated(), usual.stale()) : usual;
        },
        entries);
  }

  /**
   * Returns the value of a key. Blocks only if no value is young enough to serve.
   *
   * @param fetch calls the provider on another thread; limited by this cache's fetch timeout
   * @throws RuntimeException the fetch's exception if there is no value to serve; also repeated for
   *     a few seconds after a failed fetch
   */
  public Fetched<V> get(String key, Supplier<V> fetch) {
    Entry<V> entry = entries.computeIfAbsent(key, first -> new Entry<>(terms));
    Fetched<V> known = entry.value;
    if (isFresh(known)) {
      return known;
    }
    CompletableFuture<Fetched<V>> fetched = entry.flight.join(() -> fetched(entry, fetch));
    if (isYounger(known, Ages::stale)) {
      boolean atOnce = isYounger(known, Ages::revalidated);
      return atOnce ? stale(known, entry.failure) : unlessSoon(entry, fetched, known);
    }
    return client.awaiting(terms.timeout(), patience -> entry.flight.await(fetched, patience));
  }

  /** Removes values that the provider does not accept any more. */
  void removeIf(Predicate<V> outdated) {
    entries.values().removeIf(entry -> entry.value != null && outdated.test(entry.value.value()));
  }

  /** Removes all values, because the data has changed. */
  public void clear() {
    // A fetch in progress completes into a removed entry, which no caller reads.
    entries.clear();
  }

  private Fetched<V> fetched(Entry<V> entry, Supplier<V> fetch) {
    Fetched<V> known = entry.value;
    if (isFresh(known)) {
      // Another fetch has completed since the caller's check.
      return known;
    }
    Instant asked = terms.clock().instant();
    try {
      Fetched<V> fetched = new Fetched<>(fetch.get(), asked, null);
      entry.value = fetched;
      entry.failure = null;
      return fetched;
    } catch (RuntimeException e) {
      entry.failure = e;
      throw e;
    }
  }

  private Fetched<V> unlessSoon(
      Entry<V> entry, CompletableFuture<Fetched<V>> fetched, Fetched<V> known) {
    Duration moment = Extremes.max(MOMENT.minus(entry.flight.age()), Duration.ZERO);
    try {
      return entry.flight.await(fetched, moment);
    } catch (ApiException e) {
      // The refresh has failed, or is slow although the value is old.
      return stale(known, Objects.requireNonNullElse(entry.failure, e));
    }
  }

  private Fetched<V> stale(Fetched<V> known, RuntimeException failure) {
    client.metrics().servedStale();
    return new Fetched<>(known.value(), known.at(), failure);
  }

  /** A value with a future time is not fresh, because its age is unknown: the clock was ahead. */
  private boolean isFresh(Fetched<V> known) {
    return known != null
        && !known.at().isAfter(terms.clock().instant())
        && isYounger(known, Ages::fresh);
  }

  private boolean isYounger(Fetched<V> fetched, Function<Ages, Duration> age) {
    return fetched != null
        && fetched
            .at()
            .plus(age.apply(ages.apply(fetched.value())))
            .isAfter(terms.clock().instant());
  }
}
