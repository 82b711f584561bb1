package dev.gatehouse.areas.commerce.printshop.books;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Objects;

/**
 * Sums of one kind in one month, a document.
 *
 * @param id the kind and the month: {@code sales-2026-11}
 * @param marking whether the sums are known to be correct
 */
public record MonthTotals(String id, Kind kind, @JsonUnwrapped Marking marking, Sums sums) {
  public MonthTotals {
    sums = Objects.requireNonNullElse(sums, Sums.NONE);
  }

  public enum Kind {
    SALES("sales-"),
    EXPENSES("expenses-");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }

    String id(YearMonth month) {
      return prefix + month;
    }
  }

  /**
   * State of the sums.
   *
   * @param mark of the last change or recomputation
   * @param stale whether a change was made or announced after the last recomputation
   */
  public record Marking(String mark, Instant markedAt, boolean stale) {}

  /** Sums, with one line for all amounts that can be added. */
  public record Sums(
      List<SalesLine> sales, List<DonationLine> donations, List<ExpenseLine> expenses) {
    public static final Sums NONE = new Sums(List.of(), List.of(), List.of());
  }

  public YearMonth month() {
    return YearMonth.parse(id.substring(kind.prefix.length()));
  }
}
