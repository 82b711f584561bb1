package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.commerce.printshop.PrintOrderRepository.Choice;
import dev.gatehouse.areas.commerce.printshop.SalesRules.Platform;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Pagination;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.provider.Freshness;

/** Operations on the print shop's orders, for the owner. */
record PrintOrderOperations(
    PrintOrderRepository orders, Synchronizer synchronizer, InstantSource clock) {
  Map<String, Area.Handler> operations() {
    return Map.of("commerce.printshopOrders", Area.returning(Page.class, this::page));
  }

  private record Page(
      boolean success,
      List<View> data,
      Pagination pagination,
      @JsonUnwrapped Freshness freshness) {}

  private record View(
      String _id,
      String externalId,
      String store,
      String status,
      String platform,
      String salesStatus,
      String problem,
      String currency,
      BigDecimal grossRevenue,
      String costsCurrency,
      BigDecimal printshopCosts,
      BigDecimal platformFee,
      long totalItems,
      Instant createdAt,
      Instant updatedAt,
      List<ItemView> items) {
    static View of(PrintOrder order) {
      Money gross = order.gross();
      Money costs = order.costs();
      return new View(
          order.id(),
          order.externalId(),
          order.store(),
          order.status(),
          order.platform(),
          status(order),
          order.problem(),
          gross == null ? null : gross.currency(),
          number(gross),
          costs == null ? null : costs.currency(),
          number(costs),
          gross == null ? null : fee(order),
          order.quantity(),
          order.createdAt(),
          order.updatedAt(),
          order.items().stream().map(ItemView::of).toList());
    }

    private static String status(PrintOrder order) {
      boolean sample = order.sample() && order.standing() == PrintOrder.SalesStatus.COUNTED;
      return sample ? "sample" : order.standing().name().toLowerCase(Locale.ROOT);
    }

    private static BigDecimal fee(PrintOrder order) {
      BigDecimal rate = BigDecimal.ZERO;
      if (order.standing() == PrintOrder.SalesStatus.COUNTED) {
        rate = Platform.of(order.platform()).orElse(Platform.DIRECT).feeRate();
      }
      return Totals.rounded(order.gross().amount().multiply(rate), order.gross().currency());
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
    return money == null ? null : Totals.number(money);
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
    Freshness age = synchronizer.freshness();
    return Answer.ok(new Page(true, data, Pagination.of(page, limit, total), age))
        .with(age.headers(clock.instant()));
  }
}
