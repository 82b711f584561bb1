package dev.gatehouse.areas.commerce.reviews;

import dev.gatehouse.areas.commerce.reviews.Review.State;
import java.util.Locale;

/** Decision of the owner on a review. */
enum Decision {
  APPROVE(State.APPROVED),
  REJECT(State.REJECTED),
  /** Waits for a decision again. */
  REOPEN(State.PENDING),
  SPAM(State.SPAM),
  /** Has no state, because nothing is left. */
  DELETE(null);

  private final State state;

  Decision(State state) {
    this.state = state;
  }

  State state() {
    return state;
  }

  /** Returns the value in requests and links. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the purpose of a signed link with this decision. */
  String purpose() {
    return "reviews." + word();
  }

  /**
   * @param word one of the values in the contract
   */
  static Decision of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
