package dev.gatehouse.areas.commerce.printshop.books;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;

/**
 * The sums of one kind in one month, a document.
 *
 * @param id the kind and the month: {@code sales-2026-11}
 * @param marking whether they are known to be right
 */
public record MonthTotals(String id, Kind kind, @JsonUnwrapped Marking marking, Sums sums) {
  public MonthTotals {
    sums = sums == null ? Sums.NONE : sums;
  }

  /** The kinds of sums. */
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
   * The standing of the sums.
   *
   * @param mark of the last who changed or added up something
   * @param stale whether something has changed, or is about to, since they were added up
   */
  public record Marking(String mark, Instant markedAt, boolean stale) {}

  /** The sums themselves: one line for all that may be added. */
  public record Sums(
      List<SalesLine> sales, List<DonationLine> donations, List<ExpenseLine> expenses) {
    public static final Sums NONE = new Sums(List.of(), List.of(), List.of());
  }

  /** The month. */
  public YearMonth month() {
    return YearMonth.parse(id.substring(kind.prefix.length()));
  }
}
