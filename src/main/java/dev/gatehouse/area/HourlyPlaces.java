package dev.gatehouse.area;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/**
 * Limits how often something happens in any hour, over all nodes and restarts. Each permitted
 * action is a document that is taken for an hour.
 */
public final class HourlyPlaces {
  private static final Duration WINDOW = Duration.ofHours(1);
  private static final String EXPIRES = "expiresAt";

  private final DocumentCollection<Place> places;
  private final InstantSource clock;

  /**
   * @param id what is limited, and a number
   */
  private record Place(String id, Instant expiresAt) {}

  public HourlyPlaces(Documents documents, String collection, InstantSource clock) {
    this.places = documents.collection(collection, Place.class, by(EXPIRES));
    this.clock = clock;
  }

  /**
   * Takes one of the places for an hour, and returns whether one was free. Blocks.
   *
   * @param name what is limited; without personal data
   */
  public boolean take(String name, int max) {
    Instant now = clock.instant();
    for (int number = 0; number < max; number++) {
      JsonObject free = where("_id").is(name + '-' + number).and(EXPIRES).until(now).json();
      try {
        places.upsert(free, Query.set(EXPIRES, now.plus(WINDOW)));
        return true;
      } catch (DuplicateKeyException full) {
        // The next one may be available.
      }
    }
    return false;
  }

  /** Deletes expired places. Blocks. */
  public void deleteExpired(Age age) {
    places.delete(where(EXPIRES).olderThan(age).json());
  }
}
