package dev.gatehouse.commerce.marketplace;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** All products with their reviews, in memory for 30 minutes or until a refresh has ended. */
final class MemoryOfProducts {
  private static final Duration MAX_AGE = Duration.ofMinutes(30);

  private final Supplier<List<ReviewedProduct>> stored;
  private final InstantSource clock;
  private final AtomicLong refreshes = new AtomicLong();
  private volatile Kept kept = new Kept(List.of(), -1, Instant.MIN);

  private record Kept(List<ReviewedProduct> products, long refreshes, Instant until) {}

  /**
   * @param stored reads them from the documents
   */
  MemoryOfProducts(Supplier<List<ReviewedProduct>> stored, InstantSource clock) {
    this.stored = stored;
    this.clock = clock;
  }

  /** All products; blocks where they must be read. */
  List<ReviewedProduct> products() {
    Kept known = kept;
    Instant now = clock.instant();
    if (known.refreshes() == refreshes.get() && now.isBefore(known.until())) {
      return known.products();
    }
    long before = refreshes.get();
    List<ReviewedProduct> read = stored.get();
    kept = new Kept(read, before, now.plus(MAX_AGE));
    return read;
  }

  void clear() {
    refreshes.incrementAndGet();
  }
}
