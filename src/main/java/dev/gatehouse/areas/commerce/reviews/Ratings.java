package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Numbers of reviews by rating.
 *
 * @param five number with the best rating
 */
record Ratings(
    @JsonProperty("5") long five,
    @JsonProperty("4") long four,
    @JsonProperty("3") long three,
    @JsonProperty("2") long two,
    @JsonProperty("1") long one) {
  private static final int DECIMALS = 2;

  static Ratings of(IntToLongFunction count) {
    return new Ratings(
        count.applyAsLong(5),
        count.applyAsLong(4),
        count.applyAsLong(3),
        count.applyAsLong(2),
        count.applyAsLong(1));
  }

  long total() {
    return five + four + three + two + one;
  }

  /** Returns the average with two decimals; 0 without ratings. */
  BigDecimal average() {
    if (total() == 0) {
      return BigDecimal.ZERO;
    }
    long sum = 5 * five + 4 * four + 3 * three + 2 * two + one;
    return BigDecimal.valueOf(sum)
        .divide(BigDecimal.valueOf(total()), DECIMALS, RoundingMode.HALF_UP);
  }
}
