package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import dev.gatehouse.areas.commerce.reviews.ReviewedProduct.FetchedReviews;
import dev.gatehouse.areas.commerce.reviews.ReviewedProduct.Fetching;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.messages.ReviewMessages;
import dev.gatehouse.time.StoredTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches marketplace reviews. A refresh at 3 AM and at a node's start makes all products due. Each
 * node then fetches one due product per second. A node claims a product first, so that it is
 * fetched once. If a node dies, another one fetches its product. A product whose fetch fails keeps
 * its reviews and is retried five times.
 */
final class MarketplaceRefresh {
  private static final Logger LOG = LoggerFactory.getLogger(MarketplaceRefresh.class);

  /** A starting node skips products that were tried within this time. */
  private static final Duration RECENT = Duration.ofMinutes(10);

  private static final Duration PAUSE = Duration.ofMinutes(10);
  private static final int MAX_FAILURES = 5;

  private final ReviewedProducts products;
  private final Optional<ReviewSource> source;
  private final Dispatcher dispatcher;
  private final InstantSource clock;
  private volatile boolean begun;

  MarketplaceRefresh(
      ReviewedProducts products,
      Optional<ReviewSource> source,
      Dispatcher dispatcher,
      InstantSource clock) {
    this.products = products;
    this.source = source;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /** Makes every product due. Blocks. */
  void daily() {
    Instant now = StoredTime.now(clock);
    source.ifPresent(from -> products.makeDue(from.asins(), now, now));
  }

  /** Fetches one product if one is due. The first call makes all products due. Blocks. */
  void step() {
    source.ifPresent(this::step);
  }

  private void step(ReviewSource from) {
    Instant now = StoredTime.now(clock);
    if (!begun) {
      products.makeDue(from.asins(), now.minus(RECENT), now);
      begun = true;
    }
    products
        .takeDue(now)
        .ifPresent(product -> {
          boolean failed = !fetch(from, product);
          boolean failedBefore = product.fetching().failure() != null;
          // Replies name a failure at once, and no longer after it has ended.
          if (failed != failedBefore || !products.anyDue(StoredTime.now(clock))) {
            dispatcher.publish(ReviewMessages.MARKETPLACE_REFRESHED, Nothing.NONE);
          }
        });
  }

  /** Fetches a product. Returns false if its source fails. */
  private boolean fetch(ReviewSource from, ReviewedProduct product) {
    try {
      FetchedReviews fetched = from.fetch(product.id());
      Instant now = StoredTime.now(clock);
      products.put(
          new ReviewedProduct(
              product.id(),
              fetched.standing(),
              fetched.reviews(),
              new Fetching(now, null, now, 0, null, fetched.unreadable())));
      return true;
    } catch (ApiException e) {
      int failures = product.fetching().failures() + 1;
      Instant again = null;
      if (failures < MAX_FAILURES) {
        again = StoredTime.now(clock).plus(PAUSE.multipliedBy(1L << (failures - 1)));
      }
      products.postpone(product.id(), again, failures, "marketplace-a: " + e.failure().message());
      LOG.warn(
          "refresh of reviews failed, keeping previous data: asin={} {}",
          product.id(),
          e.failure().message());
      return false;
    }
  }
}
