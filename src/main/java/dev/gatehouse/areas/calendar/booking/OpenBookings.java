package dev.gatehouse.areas.calendar.booking;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.set;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.Age;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits how many future meetings visitors with one code can have. Each code has a few slots. A
 * slot is a document whose id is derived from the code and a number, so the count stays exact under
 * concurrent bookings. A slot becomes free when its meeting is cancelled or over.
 */
public final class OpenBookings {
  private static final Logger LOG = LoggerFactory.getLogger(OpenBookings.class);
  private static final int MAX_PLACES = 5;
  private static final int ID_BYTES = 12;

  private final DocumentCollection<Place> places;
  private final InstantSource clock;

  /**
   * A slot that is in use.
   *
   * @param event ID of the event
   * @param until the end of the meeting
   */
  public record Place(String id, String event, Instant until) {}

  public OpenBookings(Documents documents, InstantSource clock) {
    this.places = documents.collection("calendarPlaces", Place.class, by("event"), by("until"));
    this.clock = clock;
  }

  /**
   * Takes a slot. Blocks.
   *
   * @param code subject of the visitor's token, the same for all visitors who use the code
   * @param event ID of the event. A repeated request gets the slot that the event has.
   * @param until the end of the meeting
   * @return empty if all slots are taken
   */
  public Optional<Place> take(String code, String event, Instant until) {
    return take(code, event, until, MAX_PLACES);
  }

  /** Takes one of a number of slots. Blocks. */
  public Optional<Place> take(String code, String event, Instant until, int max) {
    for (int number = 0; number < max; number++) {
      var place = new Place(Sha256.hex(code + '#' + number, ID_BYTES), event, until);
      if (taken(place)) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  private boolean taken(Place place) {
    places.delete(where("_id").is(place.id()).and("until").until(clock.instant()).json());
    try {
      places.insert(place);
      return true;
    } catch (DuplicateKeyException another) {
      return places
          .find(place.id())
          .filter(other -> place.event().equals(other.event()))
          .isPresent();
    }
  }

  /** Keeps the slots of a meeting that was moved. */
  public void moved(String from, String to, Instant until) {
    ignoringFailure(
        () -> places.updateAll(where("event").is(from).json(), set("event", to, "until", until)));
  }

  /** Releases a slot for which nothing was booked. */
  public void release(Place place) {
    ignoringFailure(() -> places.delete(Query.id(place.id())));
  }

  /** Releases the slot of a cancelled event. */
  public void cancelled(String event) {
    ignoringFailure(() -> places.delete(where("event").is(event).json()));
  }

  /** Deletes the slots of meetings that are over. Blocks. */
  public void deleteOld(Age over) {
    places.delete(where("until").olderThan(over).json());
  }

  /**
   * Applies a change and ignores failures of the store, because each slot expires at the end of its
   * meeting.
   */
  private static void ignoringFailure(Runnable change) {
    try {
      change.run();
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn(
          "a visitor's open booking was not released, it counts until the meeting ends: {}",
          e.getMessage());
    }
  }
}
