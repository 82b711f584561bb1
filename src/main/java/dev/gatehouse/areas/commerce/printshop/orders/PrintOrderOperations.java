package dev.gatehouse.areas.commerce.printshop.orders;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.commerce.printshop.books.BookNumber;
import dev.gatehouse.areas.commerce.printshop.books.Platform;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderRepository.Choice;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Pagination;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.provider.Freshness;

/**
 * Operations on the print shop's orders, for the owner.
 *
 * @param freshness returns the age of the orders
 */
public record PrintOrderOperations(
    PrintOrderRepository orders, Supplier<Freshness> freshness, InstantSource clock) {
  public Map<String, Area.Handler> operations() {
    return Map.of("commerce.printshopOrders", Area.returning(Page.class, this::page));
  }

  private record Page(
      boolean success,
      List<View> data,
      Pagination pagination,
      @JsonUnwrapped Freshness freshness) {}

  private record View(
      String _id,
      @JsonUnwrapped PrintOrder.Origin origin,
      @JsonUnwrapped Classification classification,
      @JsonUnwrapped Figures figures,
      @JsonUnwrapped Times times,
      List<ItemView> items) {
    static View of(PrintOrder order) {
      return new View(
          order.id(),
          order.origin(),
          new Classification(
              order.judged().platform(),
              order.judged().standing().name().toLowerCase(Locale.ROOT),
              order.sale().problem()),
          Figures.of(order),
          new Times(order.times().createdAt(), order.times().updatedAt()),
          order.items().stream().map(ItemView::of).toList());
    }

    /** Status of an order in the books. */
    private record Classification(String platform, String salesStatus, String problem) {}
  }

  private record Times(Instant createdAt, Instant updatedAt) {}

  private record Figures(
      String currency,
      BigDecimal grossRevenue,
      String costsCurrency,
      BigDecimal printshopCosts,
      BigDecimal platformFee,
      long totalItems) {
    static Figures of(PrintOrder order) {
      Money gross = order.sale().gross();
      Money costs = order.sale().costs();
      return new Figures(
          Optional.ofNullable(gross).map(Money::currency).orElse(null),
          number(gross),
          Optional.ofNullable(costs).map(Money::currency).orElse(null),
          number(costs),
          gross == null ? null : fee(order, gross),
          order.quantity());
    }

    private static BigDecimal fee(PrintOrder order, Money gross) {
      BigDecimal rate = BigDecimal.ZERO;
      if (order.judged().standing() == PrintOrder.SalesStatus.COUNTED) {
        rate = Platform.of(order.judged().platform()).orElse(Platform.DIRECT).feeRate();
      }
      return BookNumber.rounded(gross.amount().multiply(rate), gross.currency());
    }
  }

  private record ItemView(
      String name,
      String sku,
      long quantity,
      BigDecimal price,
      BigDecimal retailPrice,
      String donation) {
    static ItemView of(PrintOrder.Item item) {
      return new ItemView(
          item.name(),
          item.sku(),
          item.quantity(),
          number(item.price()),
          number(item.retailPrice()),
          item.donation());
    }
  }

  private static BigDecimal number(Money money) {
    return Optional.ofNullable(money).map(BookNumber::of).orElse(null);
  }

  private Answer page(Call call) {
    long page = call.number("page");
    int limit = (int) call.number("limit");
    var choice =
        new Choice(
            call.text("platform"),
            PointInTime.first(call.text("startDate")),
            PointInTime.last(call.text("endDate")));
    long total = orders.count(choice);
    long skip = (page - 1) * limit;
    List<View> data = List.of();
    if (skip < total) {
      data = orders.page(choice, (int) skip, limit).stream().map(View::of).toList();
    }
    Freshness age = freshness.get();
    return Answer.ok(new Page(true, data, Pagination.of(page, limit, total), age))
        .with(age.headers(clock.instant()));
  }
}
