package dev.gatehouse.areas.commerce.printshop.expenditures;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Money;
import java.time.Instant;
import java.time.YearMonth;

/**
 * An expense, one flat document.
 *
 * @param date the day, as the owner names it: 2026-11-22
 * @param version counts the changes
 */
record Expenditure(
    String id,
    String date,
    Money amount,
    @JsonUnwrapped Purpose purpose,
    @JsonUnwrapped Times times,
    long version) {

  /**
   * The purpose that it was spent on.
   *
   * @param vendor who was paid; empty where that is not said
   */
  record Purpose(String category, String description, String vendor) {}

  record Times(Instant createdAt, Instant updatedAt) {}

  YearMonth month() {
    return YearMonth.parse(date.substring(0, date.lastIndexOf('-')));
  }
}
