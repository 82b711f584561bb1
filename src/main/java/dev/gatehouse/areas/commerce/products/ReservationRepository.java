package dev.gatehouse.areas.commerce.products;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.areas.commerce.products.ReservationRepository.Reservation.State;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.InstantSource;

/** Repository of stock reservations. All methods block. */
final class ReservationRepository {
  private final DocumentCollection<Reservation> reservations;
  private final InstantSource clock;

  ReservationRepository(Documents documents, InstantSource clock) {
    this.reservations = documents.collection("stockReservations", Reservation.class, by("endedAt"));
    this.clock = clock;
  }

  /** Returns the state of a reservation, which is held from now on if it is new. */
  State held(String order, int attempt) {
    Reservation mine = Reservation.held(order, attempt);
    try {
      return reservations.find(mine.id()).map(Reservation::state).orElseGet(() -> added(mine));
    } catch (DuplicateKeyException another) {
      return state(mine.id());
    }
  }

  private State added(Reservation reservation) {
    reservations.insert(reservation);
    return reservation.state();
  }

  State state(String id) {
    return reservations.find(id).orElseThrow().state();
  }

  /** Ends a reservation, and returns it. A reservation that has ended before keeps its state. */
  Reservation end(String order, int attempt, State end) {
    Reservation ended = Reservation.held(order, attempt).ended(end, clock.instant());
    JsonObject held = where("_id").is(ended.id()).and("state").is(State.HELD.name()).json();
    if (reservations.find(ended.id()).isEmpty()) {
      try {
        reservations.insert(ended);
        return ended;
      } catch (DuplicateKeyException another) {
        // A concurrent call has stored it.
      }
    }
    JsonObject change = Query.set("state", end.name(), "endedAt", ended.endedAt());
    return reservations
        .update(held, change, stored -> stored.state() != State.HELD)
        .orElseGet(() -> reservations.find(ended.id()).orElseThrow());
  }

  /** Marks an ended reservation whose products have all applied its state. */
  void settle(Reservation ended) {
    reservations.update(Query.id(ended.id()), Query.set("settled", true), Reservation::settled);
  }

  void deleteEnded(Age age) {
    reservations.delete(where("endedAt").olderThan(age).json());
  }

  /**
   * Reservation of stock by one attempt of an order. Its units are in the products, as holds; its
   * state decides what may happen to them.
   *
   * @param id the order's id and the attempt
   * @param settled whether every product has applied the final state
   * @param endedAt time of the final state; null while held
   */
  record Reservation(
      String id, String order, int attempt, State state, boolean settled, Instant endedAt) {

    /** States of a reservation. Released and sold are final. */
    enum State {
      HELD,
      RELEASED,
      SOLD
    }

    static String id(String order, int attempt) {
      return order + '-' + attempt;
    }

    static Reservation held(String order, int attempt) {
      return new Reservation(id(order, attempt), order, attempt, State.HELD, false, null);
    }

    Reservation ended(State end, Instant now) {
      return new Reservation(id, order, attempt, end, false, now);
    }
  }
}
