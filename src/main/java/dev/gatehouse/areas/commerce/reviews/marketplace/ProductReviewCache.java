package dev.gatehouse.areas.commerce.reviews.marketplace;

import dev.gatehouse.areas.commerce.caching.SingleFlights;
import dev.gatehouse.bus.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Cache of all products with their reviews, for 30 minutes or until a refresh ends. Concurrent
 * callers share one read.
 */
final class ProductReviewCache {
  private static final Duration MAX_AGE = Duration.ofMinutes(30);

  private final Supplier<List<ReviewedProduct>> stored;
  private final InstantSource clock;
  private final AtomicLong refreshes = new AtomicLong();
  private final SingleFlights<List<ReviewedProduct>> flights = new SingleFlights<>();
  private volatile Kept kept = new Kept(List.of(), -1, Instant.MIN);

  private record Kept(List<ReviewedProduct> products, long refreshes, Instant until) {
    boolean serves(long since, Instant now) {
      return refreshes == since && now.isBefore(until);
    }
  }

  /**
   * @param stored reads the products from the documents
   */
  ProductReviewCache(Supplier<List<ReviewedProduct>> stored, InstantSource clock) {
    this.stored = stored;
    this.clock = clock;
  }

  /**
   * Returns all products. Blocks if they must be read.
   *
   * @param deadline of the caller
   */
  List<ReviewedProduct> products(Deadline deadline) throws Exception {
    long before = refreshes.get();
    Kept known = kept;
    return known.serves(before, clock.instant())
        ? known.products()
        : flights.make("", before, deadline, () -> read(before));
  }

  private List<ReviewedProduct> read(long before) {
    Kept known = kept;
    Instant now = clock.instant();
    if (!known.serves(before, now)) {
      known = new Kept(stored.get(), before, now.plus(MAX_AGE));
      kept = known;
    }
    return known.products();
  }

  void clear() {
    refreshes.incrementAndGet();
  }
}
