package dev.gatehouse.areas.commerce.printshop.expenditures;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Money;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.YearMonth;

/**
 * Expense, one flat document.
 *
 * @param date day as entered by the owner: 2026-11-22
 * @param version number of changes
 */
record Expenditure(
    String id,
    String date,
    Money amount,
    @JsonUnwrapped Purpose purpose,
    @JsonUnwrapped Times times,
    long version) {

  /**
   * Purpose of the expense.
   *
   * @param vendor the recipient of the money; empty if not given
   */
  record Purpose(String category, String description, String vendor) {}

  record Times(Instant createdAt, Instant updatedAt) {}

  /** Returns the query for this version. */
  JsonObject asRead() {
    return Query.version(id, version);
  }

  YearMonth month() {
    return YearMonth.parse(date.substring(0, date.lastIndexOf('-')));
  }
}
