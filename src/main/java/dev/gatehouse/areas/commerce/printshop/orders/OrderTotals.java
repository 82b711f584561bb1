package dev.gatehouse.areas.commerce.printshop.orders;

import dev.gatehouse.areas.commerce.printshop.books.DonationLine;
import dev.gatehouse.areas.commerce.printshop.books.SalesLine;
import dev.gatehouse.areas.commerce.printshop.books.Totals;
import dev.gatehouse.formats.Money;
import java.util.Map;
import java.util.TreeMap;

/** Computes the sums of one order. */
final class OrderTotals {
  private OrderTotals() {}

  static Totals of(PrintOrder order) {
    var totals = new Totals();
    switch (order.standing()) {
      case COUNTED -> addCounted(totals, order);
      case RETURNED -> {
        totals.add(SalesLine.returned(order.platform(), order.gross()));
        addCosts(totals, order);
      }
      case UNCOUNTED, INVALID -> {}
    }
    return totals;
  }

  private static void addCounted(Totals totals, PrintOrder order) {
    Money gross = order.gross();
    long donated =
        order.items().stream()
            .filter(item -> item.donation() != null)
            .mapToLong(PrintOrder.Item::quantity)
            .sum();
    long unknown = order.costs() == null ? 1 : 0;
    // A sample has only costs.
    var counts =
        order.sample()
            ? new SalesLine.Counts(0, 0, 0, unknown)
            : new SalesLine.Counts(1, order.quantity(), donated, unknown);
    Money none = Money.zero(gross.currency());
    totals.add(new SalesLine(order.platform(), gross, none, none, counts));
    addCosts(totals, order);
    if (order.donated()) {
      addDonations(totals, order);
    }
  }

  private static void addCosts(Totals totals, PrintOrder order) {
    if (order.costs() != null) {
      totals.add(SalesLine.costs(order.platform(), order.costs()));
    }
  }

  /** Counts an order once for each purpose, regardless of the number of its lines. */
  private static void addDonations(Totals totals, PrintOrder order) {
    Money noPrice = Money.zero(order.gross().currency());
    Map<String, DonationLine> own = new TreeMap<>();
    for (PrintOrder.Item item : order.items()) {
      if (item.donation() != null) {
        Money each = item.price() == null ? noPrice : item.price();
        var line =
            new DonationLine(item.donation(), each.times(item.quantity()), 0, item.quantity(), 1);
        own.merge(item.donation() + ' ' + each.currency(), line, DonationLine::plus);
      }
    }
    own.values()
        .forEach(line ->
            totals.add(
                new DonationLine(line.category(), line.cost(), 1, line.items(), line.entries())));
  }
}
