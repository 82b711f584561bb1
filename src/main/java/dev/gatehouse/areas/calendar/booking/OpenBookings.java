package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The meetings that visitors have booked and that are not over: each code has a few places, and
 * each place is a document of its own whose id says code and number, so that the count is exact
 * however many book at once. A place is free again when its meeting is cancelled or over.
 */
public final class OpenBookings {
  private static final Logger LOG = LoggerFactory.getLogger(OpenBookings.class);
  private static final int MAX_PLACES = 5;
  private static final int ID_BYTES = 12;

  private final DocumentCollection<Place> places;
  private final InstantSource clock;

  /**
   * A place that is taken.
   *
   * @param event that it is taken for; null until that is booked
   * @param until the end of the meeting
   */
  public record Place(String id, String event, Instant until) {}

  public OpenBookings(Documents documents, InstantSource clock) {
    this.places = documents.collection("calendarPlaces", Place.class);
    this.clock = clock;
  }

  /** Creates the indexes; blocks. */
  public void prepare() {
    places.index(new JsonObject().put("event", 1), new IndexOptions());
    places.index(new JsonObject().put("until", 1), new IndexOptions());
  }

  /**
   * Takes a place; blocks.
   *
   * @param code whose it is: the subject of a visitor's token, the same for all who use a code
   * @param until the end of the meeting
   * @return empty when all are taken
   */
  public Optional<Place> take(String code, Instant until) {
    for (int number = 0; number < MAX_PLACES; number++) {
      var place = new Place(Sha256.hex(code + '#' + number, ID_BYTES), null, until);
      if (taken(place)) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  private boolean taken(Place place) {
    places.delete(
        new JsonObject()
            .put("_id", place.id())
            .put("until", new JsonObject().put("$lte", Bson.time(clock.instant()))));
    try {
      places.insert(place);
      return true;
    } catch (DuplicateKeyException another) {
      return false;
    }
  }

  /** Notes which event a place was taken for, so that it is free when that is cancelled. */
  public void booked(Place place, String event) {
    ignoringFailure(() ->
        places.update(
            new JsonObject().put("_id", place.id()),
            new JsonObject().put("$set", new JsonObject().put("event", event))));
  }

  /** Gives a place back for which nothing was booked. */
  public void release(Place place) {
    ignoringFailure(() -> places.delete(new JsonObject().put("_id", place.id())));
  }

  /** Gives back the place of an event that is no more. */
  public void cancelled(String event) {
    ignoringFailure(() -> places.delete(new JsonObject().put("event", event)));
  }

  /** Forgets the places of meetings that are over; blocks. */
  public void deleteOld() {
    places.delete(
        new JsonObject().put("until", new JsonObject().put("$lte", Bson.time(clock.instant()))));
  }

  /** A place is free at the end of its meeting at the latest: nothing fails for its sake. */
  private static void ignoringFailure(Runnable change) {
    try {
      change.run();
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("slot in a visitor's meeting limit not released, it expires with the meeting: {}", e.getMessage());
    }
  }
}
