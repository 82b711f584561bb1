package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.printshop.books.BookNumber;
import dev.gatehouse.areas.commerce.printshop.books.Books;
import dev.gatehouse.areas.commerce.printshop.books.Platform;
import dev.gatehouse.areas.commerce.printshop.books.SalesLine;
import dev.gatehouse.areas.commerce.printshop.books.Totals;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.provider.Freshness;

/**
 * Operations that summarize the books: figures in their currency, and other currencies separately.
 *
 * @param currency of the books
 * @param freshness returns the age of the orders
 */
record SummaryOperations(
    Books books,
    String currency,
    Supplier<Freshness> freshness,
    ResponseCache answers,
    InstantSource clock) {
  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.printshopSummary", Area.returning(Summary.class, answers.keeping(this::summary)));
  }

  private record Summary(
      boolean success,
      Figures data,
      Rates platformFees,
      Instant lastSyncedAt,
      String currency,
      List<OtherFigures> otherCurrencies,
      @JsonUnwrapped Freshness freshness) {}

  /** Fee rates that the specification lists here. The enums list all rates. */
  private record Rates(
      @JsonProperty("marketplace-a") BigDecimal marketplaceA,
      @JsonProperty("marketplace-b") BigDecimal marketplaceB,
      BigDecimal etsy) {
    static final Rates OF_THE_SPECIFICATION =
        new Rates(
            Platform.MARKETPLACE_A.feeRate(),
            Platform.MARKETPLACE_B.feeRate(),
            Platform.ETSY.feeRate());
  }

  private record OtherFigures(String currency, @JsonUnwrapped Figures figures) {}

  private record Figures(
      long totalOrders,
      long totalItems,
      long costsPending,
      BigDecimal grossRevenue,
      BigDecimal printshopCosts,
      BigDecimal platformFees,
      BigDecimal manualExpenses,
      BigDecimal totalExpenses,
      BigDecimal netProfit) {
    static Figures of(Totals.InCurrency sums) {
      SalesLine.Counts counts = sums.counts();
      BigDecimal gross = BookNumber.of(sums.gross());
      BigDecimal costs = BookNumber.of(sums.costs());
      BigDecimal manual = BookNumber.of(sums.manual());
      BigDecimal total = costs.add(sums.fees()).add(manual);
      return new Figures(
          counts.orders(),
          counts.items(),
          counts.costsUnknown(),
          gross,
          costs,
          sums.fees(),
          manual,
          total,
          gross.subtract(total));
    }
  }

  private Answer summary(Call call) throws Exception {
    Totals totals = books.totals(call.deadline());
    Freshness age = freshness.get();
    List<OtherFigures> others =
        totals.currencies().stream()
            .filter(other -> !other.equals(currency))
            .map(other -> new OtherFigures(other, Figures.of(totals.in(other))))
            .toList();
    return Answer.ok(
            new Summary(
                true,
                Figures.of(totals.in(currency)),
                Rates.OF_THE_SPECIFICATION,
                age.fetchedAt(),
                currency,
                others,
                age))
        .with(age.headers(clock.instant()));
  }
}
