package dev.gatehouse.areas.commerce.printshop.expenditures;

import dev.gatehouse.formats.Money;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.YearMonth;

/**
 * Expense, one flat document.
 *
 * @param date day as entered by the owner: 2026-11-22
 * @param vendor the recipient of the money; empty if not given
 * @param version number of changes
 */
record Expenditure(
    String id,
    String date,
    Money amount,
    String category,
    String description,
    String vendor,
    Instant createdAt,
    Instant updatedAt,
    long version) {
  /** Returns the query for this version. */
  JsonObject asRead() {
    return Query.version(id, version);
  }

  YearMonth month() {
    return YearMonth.parse(date.substring(0, date.lastIndexOf('-')));
  }
}
