package dev.gatehouse.areas.commerce.reviews.marketplace;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.areas.commerce.reviews.marketplace.ReviewedProduct.Fetching;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The products whose reviews are kept, and which of them are to be fetched when. */
final class ReviewedProducts {
  private static final String DUE = "due";
  private static final String ID = "_id";

  /** A node that has not stored what it fetches within this time is dead. */
  private static final Duration CLAIM = Duration.ofMinutes(2);

  private final DocumentCollection<ReviewedProduct> products;

  ReviewedProducts(Documents documents) {
    this.products = documents.collection("marketplaceReviews", ReviewedProduct.class);
  }

  void prepare() {
    products.index(by(DUE).json(), new IndexOptions());
  }

  /** Those that have ever been fetched, in the order of their ASINs. */
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

  /** Makes products due that were not tried since a time; new ones in any case. */
  void makeDue(Collection<String> asins, Instant triedBefore, Instant now) {
    if (asins.isEmpty()) {
      return;
    }
    JsonObject due =
        new JsonObject().put("$set", new JsonObject().put(DUE, Bson.time(now)).put("failures", 0));
    products.updateAll(where(ID).in(asins).and("triedAt").before(triedBefore).json(), due);
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
              new Fetching(null, now, Instant.EPOCH, 0)));
    } catch (DuplicateKeyException anotherNode) {
      // Then it is due already.
    }
  }

  /** Takes a product that is due; no other node gets it while this one lives. */
  Optional<ReviewedProduct> takeDue(Instant now) {
    List<ReviewedProduct> next = products.find(due(now), by(DUE).json(), 0, 1);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    ReviewedProduct product = next.getFirst();
    JsonObject mine =
        new JsonObject().put(DUE, Bson.time(now.plus(CLAIM))).put("triedAt", Bson.time(now));
    return products.update(
        where(ID).is(product.id()).and(DUE).is(product.fetching().due()).json(),
        new JsonObject().put("$set", mine));
  }

  boolean anyDue(Instant now) {
    return products.findOne(due(now)).isPresent();
  }

  private static JsonObject due(Instant now) {
    return where(DUE).until(now).json();
  }

  /** Stores what a product has become. */
  void put(ReviewedProduct product) {
    products.save(product, product.id());
  }

  /** Puts a product that failed off; its reviews stay as they are. */
  void postpone(String asin, Instant due, int failures) {
    JsonObject later =
        new JsonObject().put("failures", failures).put(DUE, due == null ? null : Bson.time(due));
    products.update(Query.id(asin), new JsonObject().put("$set", later));
  }
}
