package dev.gatehouse.areas.commerce.reviews;

import dev.gatehouse.areas.commerce.reviews.Review.State;
import java.util.Locale;

/** The owner's decision on a review. */
enum Decision {
  APPROVE(State.APPROVED),
  REJECT(State.REJECTED);

  private final State state;

  Decision(State state) {
    this.state = state;
  }

  State state() {
    return state;
  }

  /** The word for it in requests and links. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The purpose of a signed link that decides so. */
  String purpose() {
    return "reviews." + word();
  }

  /**
   * @param word one of the contract's
   */
  static Decision of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
