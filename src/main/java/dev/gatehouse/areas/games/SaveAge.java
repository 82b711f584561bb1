package dev.gatehouse.areas.games;

import java.time.Duration;

/** Parses ages in paths, in the form that the contract has validated. */
final class SaveAge {
  private SaveAge() {}

  /**
   * @param text {@code 12h}, {@code 30d}, or a bare number of days
   */
  static Duration of(String text) {
    long amount = Long.parseLong(text.replaceAll("[dh]$", ""));
    return text.endsWith("h") ? Duration.ofHours(amount) : Duration.ofDays(amount);
  }
}
