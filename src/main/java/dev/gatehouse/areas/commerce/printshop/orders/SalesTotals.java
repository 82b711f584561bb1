package dev.gatehouse.areas.commerce.printshop.orders;

import dev.gatehouse.areas.commerce.printshop.books.DonationLine;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotals;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotals.Kind;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotals.Sums;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotalsRepository;
import dev.gatehouse.areas.commerce.printshop.books.SalesLine;
import dev.gatehouse.areas.commerce.printshop.books.Totals;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderRepository.Changes;
import dev.gatehouse.formats.Money;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Keeps sums of sales correct while orders change. Only one node changes orders at a time, so
 * callers of the changing methods must hold the lease. All methods block.
 *
 * @param changed called when sums have changed
 */
public record SalesTotals(
    PrintOrderRepository orders, MonthTotalsRepository books, Runnable changed) {
  private static final int LOT = 500;

  /** Stores differences. The caller must settle the months afterwards. */
  public void store(Changes changes) {
    changes.months().forEach(month -> books.mark(Kind.SALES, month));
    orders.write(changes);
  }

  /** Returns whether any month waits to be settled after an abandoned change. */
  public boolean isAbandoned() {
    return !books.abandoned(Kind.SALES).isEmpty();
  }

  /**
   * Recomputes the sums of months that have changed.
   *
   * @param which filter for months
   */
  public void settle(Predicate<YearMonth> which) {
    List<YearMonth> months = books.stale(Kind.SALES).stream().filter(which).toList();
    months.forEach(month -> books.settle(Kind.SALES, month, this::sums));
    if (!months.isEmpty()) {
      changed.run();
    }
  }

  /** Classifies all orders again after a change of rules. */
  public void classifyAll(SalesRules rules) {
    List<PrintOrder> lot = new ArrayList<>();
    orders
        .all()
        .map(rules::classify)
        .forEach(order -> {
          lot.add(order);
          if (lot.size() == LOT) {
            store(orders.compare(lot));
            lot.clear();
          }
        });
    store(orders.compare(lot));
    settle(month -> true);
  }

  /** Returns the sums of the orders created in a time range. */
  public Totals between(Instant from, Instant until) {
    Sums sums = sums(orders.between(from, until));
    return Totals.of(List.of(new MonthTotals("", Kind.SALES, null, sums)));
  }

  private Sums sums(YearMonth month) {
    return sums(orders.ofMonth(month));
  }

  private static Sums sums(Stream<PrintOrder> orders) {
    var sum = new Sum();
    orders.forEach(sum::add);
    return new Sums(
        List.copyOf(sum.sales.values()), List.copyOf(sum.donations.values()), List.of());
  }

  /** Sums of some orders, by currency. */
  private static final class Sum {
    private final Map<String, SalesLine> sales = new TreeMap<>();
    private final Map<String, DonationLine> donations = new TreeMap<>();

    void add(PrintOrder order) {
      switch (order.judged().standing()) {
        case COUNTED -> counted(order);
        case RETURNED -> returned(order);
        case UNCOUNTED, INVALID -> {}
      }
    }

    private void counted(PrintOrder order) {
      Money gross = order.sale().gross();
      long donated =
          order.items().stream()
              .filter(item -> item.donation() != null)
              .mapToLong(PrintOrder.Item::quantity)
              .sum();
      var counts =
          new SalesLine.Counts(1, order.quantity(), donated, order.sale().costs() == null ? 1 : 0);
      Money none = Money.zero(gross.currency());
      add(new SalesLine(order.judged().platform(), gross, none, none, counts));
      addCosts(order);
      if (order.judged().donated()) {
        addDonations(order);
      }
    }

    private void returned(PrintOrder order) {
      Money gross = order.sale().gross();
      SalesLine empty = SalesLine.empty(order.judged().platform(), gross.currency());
      add(new SalesLine(empty.platform(), empty.gross(), gross, empty.costs(), empty.counts()));
      addCosts(order);
    }

    private void addCosts(PrintOrder order) {
      Money costs = order.sale().costs();
      if (costs != null) {
        SalesLine empty = SalesLine.empty(order.judged().platform(), costs.currency());
        add(new SalesLine(empty.platform(), empty.gross(), empty.gross(), costs, empty.counts()));
      }
    }

    private void add(SalesLine line) {
      sales.merge(line.platform() + ' ' + line.gross().currency(), line, SalesLine::plus);
    }

    /** Counts an order once for each purpose, regardless of the number of its lines. */
    private void addDonations(PrintOrder order) {
      Map<String, DonationLine> own = new TreeMap<>();
      for (PrintOrder.Item item : order.items()) {
        if (item.donation() != null) {
          Money each = item.price() == null ? noPrice(order) : item.price();
          var line =
              new DonationLine(item.donation(), each.times(item.quantity()), 0, item.quantity(), 1);
          own.merge(item.donation() + ' ' + each.currency(), line, DonationLine::plus);
        }
      }
      own.forEach((key, line) ->
          donations.merge(
              key,
              new DonationLine(line.category(), line.cost(), 1, line.items(), line.entries()),
              DonationLine::plus));
    }

    private static Money noPrice(PrintOrder order) {
      return Money.zero(order.sale().gross().currency());
    }
  }
}
