package dev.gatehouse.areas.commerce.reviews.marketplace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.bus.Deadline;
import org.junit.jupiter.api.Test;

class ProductReviewCacheTest {
  private final TestClock clock = TestClock.stoppedAt(Instant.parse("2026-03-10T10:00:00Z"));
  private final AtomicInteger reads = new AtomicInteger();
  private final ProductReviewCache cache =
      new ProductReviewCache(
          () -> {
            reads.incrementAndGet();
            return List.of();
          },
          clock.trusted()::nanoTime);

  private void readProducts(int expected) throws Exception {
    cache.products(Deadline.in(Duration.ofSeconds(5)));
    assertEquals(expected, reads.get());
  }

  @Test
  void endsAfterHalfAnHourOfAnyClock() throws Exception {
    clock.jump(Duration.ofDays(365));
    readProducts(1);
    clock.jump(Duration.ofDays(-365));
    readProducts(1);
    clock.advance(Duration.ofMinutes(29));
    readProducts(1);
    clock.advance(Duration.ofMinutes(1));
    readProducts(2);
  }
}
