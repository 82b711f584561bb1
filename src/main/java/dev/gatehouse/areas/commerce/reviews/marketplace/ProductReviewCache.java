package dev.gatehouse.areas.commerce.reviews.marketplace;

import dev.gatehouse.areas.commerce.caching.SingleFlights;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.caching.MemoryCache;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Cache of all products with their reviews, for 30 minutes or until a refresh ends. Concurrent
 * callers share one read.
 */
final class ProductReviewCache {
  private static final Duration MAX_AGE = Duration.ofMinutes(30);
  private static final String ALL = "";

  private final Supplier<List<ReviewedProduct>> stored;
  private final SingleFlights<List<ReviewedProduct>> flights = new SingleFlights<>();
  private final MemoryCache<String, List<ReviewedProduct>> kept;

  /**
   * @param stored reads the products from the documents
   * @param nanoTime monotonic clock
   */
  ProductReviewCache(Supplier<List<ReviewedProduct>> stored, LongSupplier nanoTime) {
    this.stored = stored;
    this.kept = MemoryCache.ofSize(1, MAX_AGE, nanoTime);
  }

  /**
   * Returns all products. Blocks if they must be read.
   *
   * @param deadline of the caller
   */
  List<ReviewedProduct> products(Deadline deadline) throws Exception {
    long before = kept.generation();
    List<ReviewedProduct> known = kept.find(ALL);
    return known == null ? flights.make(ALL, before, deadline, () -> read(before)) : known;
  }

  private List<ReviewedProduct> read(long before) {
    List<ReviewedProduct> known = kept.find(ALL);
    if (known != null) {
      return known;
    }
    List<ReviewedProduct> read = stored.get();
    kept.put(ALL, read, before);
    return read;
  }

  void clear() {
    kept.clear();
  }
}
