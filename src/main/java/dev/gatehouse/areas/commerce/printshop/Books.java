package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.areas.commerce.caching.ComputedCache;
import dev.gatehouse.bus.Deadline;

/**
 * Sums of each month, computed from all stored orders and expenses when they are requested. They
 * are kept until a change, and for at most a minute, because the event of a change can be lost
 * between nodes. All methods block.
 */
final class Books {
  private static final Duration MAX_AGE = Duration.ofMinutes(1);

  private final List<Supplier<Stream<Entry>>> sources;
  private final ComputedCache<NavigableMap<YearMonth, Totals>> cache;

  record Entry(YearMonth month, Totals totals) {}

  /**
   * @param sources read all entries of one kind, lazily
   */
  Books(List<Supplier<Stream<Entry>>> sources, LongSupplier nanoTime) {
    this.sources = sources;
    this.cache = new ComputedCache<>(1, MAX_AGE, nanoTime, all -> true);
  }

  /** Returns the sums of each month with entries. Concurrent callers share one computation. */
  NavigableMap<YearMonth, Totals> months(Deadline deadline) throws Exception {
    return cache.get("", deadline, this::read);
  }

  private NavigableMap<YearMonth, Totals> read() {
    NavigableMap<YearMonth, Totals> months = new TreeMap<>();
    for (Supplier<Stream<Entry>> source : sources) {
      source
          .get()
          .forEach(entry ->
              months.computeIfAbsent(entry.month(), first -> new Totals()).add(entry.totals()));
    }
    return Collections.unmodifiableNavigableMap(months);
  }

  Totals totals(Deadline deadline) throws Exception {
    return Totals.of(months(deadline).values().stream());
  }

  Totals totals(int year, Deadline deadline) throws Exception {
    YearMonth first = YearMonth.of(year, Month.JANUARY);
    return Totals.of(months(deadline).subMap(first, first.plusYears(1)).values().stream());
  }

  /** Makes the next caller compute the sums, because an order or an expense has changed. */
  void forget() {
    cache.clear();
  }
}
