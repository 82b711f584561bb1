package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.ShopPrice;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrders;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.Money;

/** Revenue of the local shop by day, in the owner's time zone. */
record RevenueOperation(ShopOrders orders, ZoneId zone) {
  private static final int PAGE = 500;

  /** Maximum number of orders that a request reads. */
  private static final int MAX_ORDERS = 10_000;

  private static final int MAX_DAYS = 366;

  /**
   * @param complete whether all orders of the range are counted
   */
  record RevenueReply(boolean success, boolean complete, List<RevenueDay> days) {}

  /**
   * @param revenue money taken, before refunds
   * @param refunded money returned by refunds and chargebacks
   */
  record RevenueDay(String date, int orders, ShopPrice revenue, ShopPrice refunded) {}

  private record Key(LocalDate date, String currency) {}

  private record Sums(int orders, Money revenue, Money refunded) {
    Sums plus(Sums other) {
      return new Sums(
          orders + other.orders, revenue.plus(other.revenue), refunded.plus(other.refunded));
    }
  }

  Answer reply(Call call) {
    LocalDate from = LocalDate.parse(call.text("from"));
    LocalDate until = LocalDate.parse(call.text("until"));
    long days = ChronoUnit.DAYS.between(from, until);
    if (days < 0 || days >= MAX_DAYS) {
      throw ApiException.invalid("until", "must be 0 to 365 days after from");
    }
    Instant start = from.atStartOfDay(zone).toInstant();
    Instant end = until.plusDays(1).atStartOfDay(zone).toInstant();
    List<ShopOrder> paid = new ArrayList<>();
    List<ShopOrder> page;
    do {
      page = orders.paidBetween(start, end, paid.size(), PAGE);
      paid.addAll(page);
    } while (page.size() == PAGE && paid.size() < MAX_ORDERS);
    return Answer.ok(new RevenueReply(true, page.size() < PAGE, days(paid)));
  }

  private List<RevenueDay> days(List<ShopOrder> paid) {
    Map<Key, Sums> sums =
        new TreeMap<>(Comparator.comparing(Key::date).thenComparing(Key::currency));
    for (ShopOrder order : paid) {
      LocalDate date = LocalDate.ofInstant(order.standing().createdAt(), zone);
      var own = new Sums(1, order.taken(), order.returned());
      sums.merge(new Key(date, own.revenue().currency()), own, Sums::plus);
    }
    return sums.entrySet().stream().map(entry -> day(entry.getKey(), entry.getValue())).toList();
  }

  private static RevenueDay day(Key key, Sums sums) {
    return new RevenueDay(
        key.date().toString(),
        sums.orders(),
        ShopPrice.of(sums.revenue()),
        ShopPrice.of(sums.refunded()));
  }
}
