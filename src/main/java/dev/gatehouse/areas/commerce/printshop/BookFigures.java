package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.areas.commerce.printshop.books.BookNumber;
import dev.gatehouse.areas.commerce.printshop.books.SalesLine;
import dev.gatehouse.areas.commerce.printshop.books.Totals;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderRepository;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.Figures.Amount;
import dev.gatehouse.messages.Figures.Figure;

/**
 * Lines of the books in the daily report: a day's sales by currency.
 *
 * @param paused returns whether the copy of the orders waits for another token
 */
record BookFigures(PrintOrderRepository orders, BooleanSupplier paused) {
  Figures figures(Figures.Period day) {
    Totals totals = orders.totals(day.from(), day.until());
    List<Figure> figures = new ArrayList<>();
    totals.currencies().forEach(currency -> addSales(figures, totals.in(currency)));
    if (figures.isEmpty()) {
      figures.add(new Figure("book orders", 0));
    }
    if (paused.getAsBoolean()) {
      figures.add(new Figure("print shop tokens to renew", 1));
    }
    return new Figures(figures);
  }

  private static void addSales(List<Figure> figures, Totals.InCurrency sums) {
    SalesLine.Counts counts = sums.counts();
    BigDecimal gross = BookNumber.of(sums.gross());
    BigDecimal royalties = gross.subtract(BookNumber.of(sums.costs())).subtract(sums.fees());
    figures.add(
        new Figure(
            "book orders",
            counts.orders(),
            List.of(new Amount("royalties", sums.currency(), royalties))));
    figures.add(
        new Figure(
            "books sold",
            counts.items() - counts.donated(),
            List.of(new Amount("", sums.currency(), gross))));
    if (counts.costsUnknown() > 0) {
      figures.add(new Figure("book orders with pending costs", counts.costsUnknown()));
    }
  }
}
