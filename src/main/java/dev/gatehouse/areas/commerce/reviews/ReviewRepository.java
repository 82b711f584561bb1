package dev.gatehouse.areas.commerce.reviews;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.areas.commerce.reviews.Review.State;
import dev.gatehouse.areas.commerce.reviews.ReviewOperations.Ratings;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/**
 * Repository of reviews. A unique index limits an email address to one review for each product.
 * Another index provides the counts of ratings by five short ranges, without reading documents. No
 * separate counters exist that could differ from the reviews.
 */
final class ReviewRepository {
  static final String COLLECTION = "reviews";

  private static final String PRODUCT = "productId";
  private static final String STATE = "state";
  private static final String CREATED = "createdAt";
  private static final String ID = "_id";
  private static final Query.Order LATEST_FIRST = by(CREATED).down().then(ID).down();

  private final DocumentCollection<Review> reviews;

  ReviewRepository(Documents documents) {
    this.reviews =
        documents.collection(
            COLLECTION,
            Review.class,
            by("email").then(PRODUCT).unique(),
            by(PRODUCT).then(STATE).then(CREATED).down().then(ID).down(),
            by(STATE).then(CREATED).down().then(ID).down(),
            by(PRODUCT).then(STATE).then("rating"),
            LATEST_FIRST);
  }

  String newId() {
    return reviews.newId();
  }

  /**
   * Stores a new review.
   *
   * @throws DuplicateKeyException if its author has already reviewed the product
   */
  void add(Review review) throws DuplicateKeyException {
    reviews.insert(review);
  }

  boolean isReviewed(String email, String productId) {
    return reviews.count(where("email").is(email).and(PRODUCT).is(productId).json()) > 0;
  }

  boolean replace(Review review) {
    return reviews.replace(Query.id(review.id()), review);
  }

  Optional<Review> find(String id) {
    return reviews.find(id);
  }

  /** Selects reviews in a state, newest first. */
  Selection<Review> select(State state) {
    return reviews.select(in(state), LATEST_FIRST.json());
  }

  long count(State state) {
    return reviews.count(in(state));
  }

  /** Returns approved reviews of a product, newest first. */
  List<Review> page(String productId, int skip, int limit) {
    return reviews.find(approved(productId).json(), LATEST_FIRST.json(), skip, limit);
  }

  Ratings ratings(String productId) {
    return Ratings.of(rating -> reviews.count(approved(productId).and("rating").is(rating).json()));
  }

  Selection<Review> pendingSince(Instant from) {
    return reviews.select(
        where(STATE).is(State.PENDING.name()).and(CREATED).from(from).json(), LATEST_FIRST.json());
  }

  long countBetween(Instant from, Instant until) {
    return reviews.count(where(CREATED).from(from).and(CREATED).before(until).json());
  }

  Optional<Review> decide(String id, State state, Instant now) {
    JsonObject decision = Query.set(STATE, state.name(), "decidedAt", now);
    return reviews.update(Query.id(id), decision, review -> review.state() == state);
  }

  /** Deletes the reviews in a state that have reached an age. Blocks. */
  void deleteOld(State state, Age age) {
    reviews.delete(where(STATE).is(state.name()).and(CREATED).olderThan(age).json());
  }

  Optional<Review> delete(String id) {
    return reviews.take(Query.id(id));
  }

  private static JsonObject in(State state) {
    return where(STATE).is(state.name()).json();
  }

  private static Query approved(String productId) {
    return where(PRODUCT).is(productId).and(STATE).is(State.APPROVED.name());
  }
}
