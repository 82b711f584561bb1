package dev.gatehouse.areas.commerce.products;

import java.time.Instant;

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
