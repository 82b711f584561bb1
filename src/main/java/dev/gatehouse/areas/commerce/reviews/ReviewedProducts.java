package dev.gatehouse.areas.commerce.reviews;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.areas.commerce.reviews.ReviewedProduct.Fetching;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DueTimes;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;

/** Repository of the products with stored reviews and the times of their next fetches. */
final class ReviewedProducts {
  private static final String DUE = "due";
  private static final String ID = "_id";
  private static final DueTimes TIMES = new DueTimes(DUE, Duration.ofHours(3));

  /** A node that has not stored a fetched product within this time is considered dead. */
  private static final Duration CLAIM = Duration.ofMinutes(2);

  private final DocumentCollection<ReviewedProduct> products;

  ReviewedProducts(Documents documents) {
    this.products = documents.collection("marketplaceReviews", ReviewedProduct.class, by(DUE));
  }

  /** Returns the products that were fetched at least once, ordered by ASIN. */
  List<ReviewedProduct> fetched() {
    return products
        .find(
            where("lastFetched").from(Instant.EPOCH).json(),
            by(ID).json(),
            0,
            2 * ReviewSource.MAX_PRODUCTS)
        .stream()
        .toList();
  }

  /** Makes products due that were not tried since a time, and all new products. */
  void makeDue(Collection<String> asins, Instant triedBefore, Instant now) {
    if (asins.isEmpty()) {
      return;
    }
    products.updateAll(
        where(ID).in(asins).and("triedAt").before(triedBefore).json(),
        Query.set(DUE, now, "failures", 0));
    for (String asin : asins) {
      if (products.find(asin).isEmpty()) {
        addDue(asin, now);
      }
    }
  }

  private void addDue(String asin, Instant now) {
    try {
      products.insert(
          new ReviewedProduct(
              asin,
              ReviewedProduct.Standing.UNKNOWN,
              List.of(),
              new Fetching(null, now, Instant.EPOCH, 0, null, null)));
    } catch (DuplicateKeyException anotherNode) {
      // Already due.
    }
  }

  /** Claims a product that is due. Other nodes cannot claim it while this node lives. */
  Optional<ReviewedProduct> takeDue(Instant now) {
    List<ReviewedProduct> next = TIMES.find(products, Query.all(), now, 1);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    ReviewedProduct product = next.getFirst();
    return products.update(
        where(ID).is(product.id()).and(DUE).is(product.fetching().due()).json(),
        Query.set(DUE, now.plus(CLAIM), "triedAt", now));
  }

  boolean anyDue(Instant now) {
    return !TIMES.find(products, Query.all(), now, 1).isEmpty();
  }

  void put(ReviewedProduct product) {
    products.save(product, product.id());
  }

  /** Postpones a failed product; its reviews remain unchanged. */
  void postpone(String asin, Instant due, int failures, String failure) {
    products.update(Query.id(asin), Query.set("failures", failures, "failure", failure, DUE, due));
  }
}
