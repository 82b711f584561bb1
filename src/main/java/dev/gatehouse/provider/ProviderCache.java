package dev.gatehouse.provider;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.SingleFlight.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The answers of a provider, by key: fetched once for all who want them, and served old while a new
 * one is fetched or when there is none to be had (RFC 5861). No lock is held while a fetch runs,
 * and nobody waits longer than his request has time. Bounded; the least recently used goes first.
 *
 * @param <V> what is kept, immutable
 */
public final class ProviderCache<V> {
  /** Most providers answer within it: so long even an old answer is held back for a new one. */
  private static final Duration MOMENT = Duration.ofMillis(250);

  private final Ages ages;
  private final ProviderClient client;
  private final Terms terms;
  private final Function<V, Duration> fresh;
  private final Map<String, Entry<V>> entries;

  /**
   * The ages up to which an answer serves.
   *
   * @param fresh without a question
   * @param revalidated at once, while a new one is fetched in the background
   * @param stale while a new one is awaited for a moment; older ones serve no more
   */
  public record Ages(Duration fresh, Duration revalidated, Duration stale) {}

  /** A value and when it was fetched. */
  public record Fetched<V>(V value, Instant at) {}

  /** One key's value, and the fetch that makes a new one. */
  private static final class Entry<V> {
    final SingleFlight<Fetched<V>> flight;
    volatile Fetched<V> value;

    Entry(Terms terms) {
      flight = new SingleFlight<>(terms);
    }
  }

  ProviderCache(ProviderClient client, Terms terms, Ages ages, int maxKeys) {
    this(client, terms, ages, value -> ages.fresh(), BoundedMap.of(maxKeys));
  }

  private ProviderCache(
      ProviderClient client,
      Terms terms,
      Ages ages,
      Function<V, Duration> fresh,
      Map<String, Entry<V>> entries) {
    this.client = client;
    this.terms = terms;
    this.ages = ages;
    this.fresh = fresh;
    this.entries = entries;
  }

  /**
   * This cache, with answers of which some are asked for again sooner than others.
   *
   * @param soon whether an answer wants another
   * @param age up to which such an answer serves without a question
   */
  public ProviderCache<V> sooner(Predicate<V> soon, Duration age) {
    return new ProviderCache<>(
        client, terms, ages, value -> soon.test(value) ? age : ages.fresh(), entries);
  }

  /**
   * The value of a key. Blocks only where there is none that is young enough to serve.
   *
   * @param fetch asks the provider, on another thread; in all it may take as long as this cache's
   *     fetches may
   * @throws RuntimeException the fetch's own, when there is nothing to serve instead; of a fetch
   *     that failed within the last seconds, too
   */
  public Fetched<V> get(String key, Supplier<V> fetch) {
    Entry<V> entry = entries.computeIfAbsent(key, first -> new Entry<>(terms));
    Fetched<V> known = entry.value;
    if (isFresh(known)) {
      return known;
    }
    CompletableFuture<Fetched<V>> fetched = entry.flight.join(() -> fetched(entry, fetch));
    if (isYounger(known, ages.stale())) {
      boolean atOnce = isYounger(known, ages.revalidated());
      return atOnce ? stale(known) : unlessSoon(entry, fetched, known);
    }
    return client.awaiting(terms.timeout(), patience -> entry.flight.await(fetched, patience));
  }

  /** Forgets everything: what was asked for has changed. */
  public void clear() {
    // A fetch that is under way ends in an entry that nobody asks any more.
    entries.clear();
  }

  private Fetched<V> fetched(Entry<V> entry, Supplier<V> fetch) {
    Fetched<V> known = entry.value;
    if (isFresh(known)) {
      // Another fetch has ended between the caller's look and its wish.
      return known;
    }
    Instant asked = terms.clock().instant();
    Fetched<V> fetched = new Fetched<>(fetch.get(), asked);
    entry.value = fetched;
    return fetched;
  }

  private Fetched<V> unlessSoon(
      Entry<V> entry, CompletableFuture<Fetched<V>> fetched, Fetched<V> known) {
    Duration moment = MOMENT.minus(entry.flight.age());
    try {
      return entry.flight.await(fetched, moment.isNegative() ? Duration.ZERO : moment);
    } catch (ApiException e) {
      return stale(known);
    }
  }

  private Fetched<V> stale(Fetched<V> known) {
    client.metrics().servedStale();
    return known;
  }

  private boolean isFresh(Fetched<V> known) {
    return known != null && isYounger(known, fresh.apply(known.value()));
  }

  private boolean isYounger(Fetched<V> fetched, Duration age) {
    return fetched != null && fetched.at().plus(age).isAfter(terms.clock().instant());
  }
}
