package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.printshop.books.BookNumber;
import dev.gatehouse.areas.commerce.printshop.books.Books;
import dev.gatehouse.areas.commerce.printshop.books.DonationLine;
import dev.gatehouse.areas.commerce.printshop.books.Totals;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrder;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderRepository;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.formats.Money;
import dev.gatehouse.provider.Freshness;

/**
 * Operations on donated copies and the costs of printing them.
 *
 * @param currency of the books
 * @param freshness returns the age of the orders
 */
record DonationOperations(
    Books books,
    PrintOrderRepository orders,
    String currency,
    Supplier<Freshness> freshness,
    ResponseCache answers,
    InstantSource clock) {
  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.printshopDonations",
        Area.returning(Donations.class, answers.keeping(this::donations)));
  }

  private record Donations(
      boolean success,
      Given data,
      String currency,
      List<OtherGiven> otherCurrencies,
      PageOrder.Pagination pagination,
      @JsonUnwrapped Freshness freshness) {}

  private record Given(
      BigDecimal totalDonated, long totalItems, Breakdown breakdown, List<Item> items) {}

  private record OtherGiven(
      String currency, BigDecimal totalDonated, long totalItems, Breakdown breakdown) {}

  private record Breakdown(Share philanthropy, Share charity) {
    static Breakdown of(Totals.InCurrency sums) {
      return new Breakdown(
          Share.of(sums, DonationLine.CATEGORIES.getFirst()),
          Share.of(sums, DonationLine.CATEGORIES.getLast()));
    }

    long totalItems() {
      return philanthropy.items() + charity.items();
    }

    BigDecimal totalDonated() {
      return philanthropy.cost().add(charity.cost());
    }
  }

  private record Share(long orders, long items, BigDecimal cost) {
    static Share of(Totals.InCurrency sums, String category) {
      DonationLine line = sums.donations().get(category);
      if (line == null) {
        return new Share(0, 0, BookNumber.of(Money.zero(sums.currency())));
      }
      return new Share(line.orders(), line.items(), BookNumber.of(line.cost()));
    }
  }

  /**
   * @param date of the order
   */
  private record Item(String name, long quantity, String category, Instant date) {}

  private Answer donations(Call call) throws Exception {
    PageOrder order = PageOrder.of(call);
    NavigableMap<YearMonth, Totals> months = books.months(call.deadline());
    Totals totals = Totals.of(months.values().stream());
    Breakdown own = Breakdown.of(totals.in(currency));
    List<Item> items = items(months.descendingMap(), order);
    Freshness age = freshness.get();
    return Answer.ok(
            new Donations(
                true,
                new Given(own.totalDonated(), own.totalItems(), own, items),
                currency,
                totals.currencies().stream()
                    .filter(other -> !other.equals(currency))
                    .map(other -> given(other, Breakdown.of(totals.in(other))))
                    .filter(other -> other.totalItems() > 0)
                    .toList(),
                order.of(totals.donatedEntries(), items.size()),
                age))
        .with(age.headers(clock.instant()));
  }

  private static OtherGiven given(String currency, Breakdown breakdown) {
    return new OtherGiven(currency, breakdown.totalDonated(), breakdown.totalItems(), breakdown);
  }

  /** Reads only the months with items on this page. */
  private List<Item> items(NavigableMap<YearMonth, Totals> latestFirst, PageOrder order) {
    List<Item> items = new ArrayList<>();
    long skip = order.offset();
    for (Map.Entry<YearMonth, Totals> month : latestFirst.entrySet()) {
      long entries = month.getValue().donatedEntries();
      if (skip >= entries) {
        skip -= entries;
      } else if (items.size() < order.limitOrDefault()) {
        orders.donatedIn(month.getKey()).stream()
            .flatMap(DonationOperations::given)
            .skip(skip)
            .limit(order.limitOrDefault() - items.size())
            .forEach(items::add);
        skip = 0;
      }
    }
    return items;
  }

  private static Stream<Item> given(PrintOrder order) {
    return order.items().stream()
        .filter(item -> item.donation() != null)
        .map(item -> new Item(item.name(), item.quantity(), item.donation(), order.createdAt()));
  }
}
