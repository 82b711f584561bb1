package dev.gatehouse.areas.storefront;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.storefront.catalogue.ShopPrice;
import dev.gatehouse.areas.storefront.orders.Checkout;
import dev.gatehouse.areas.storefront.orders.Orders;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrders;
import dev.gatehouse.areas.storefront.pages.OrderPage;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Operations on orders: the pages for buyers and the list for the owner. */
final class ShopOrderOperations {
  private final ShopOrders orders;
  private final Checkout checkout;
  private final UnpaidHolds holds;

  ShopOrderOperations(Orders orders, UnpaidHolds holds) {
    this.holds = holds;
    this.orders = orders.repository();
    this.checkout = orders.checkout();
  }

  private record OrderForm(String action) {}

  /** Decision of the owner on an order that cannot be paid online. */
  record OrderDecision(String decision) {}

  record ShopOrderLine(
      String variantId, String title, String label, int quantity, ShopPrice price) {}

  record ShopOrderBuyer(String name, String email, String address) {}

  record Progress(String state, String paymentOrder, Instant createdAt, Instant updatedAt) {}

  /** Returns an order from the owner's list. */
  record ListedShopOrder(
      String _id,
      String reference,
      @JsonUnwrapped Progress progress,
      List<ShopOrderLine> lines,
      ShopPrice total,
      ShopOrderBuyer buyer) {
    static ListedShopOrder of(ShopOrder order) {
      var buyer = order.buyer();
      return new ListedShopOrder(
          order.id(),
          order.reference(),
          new Progress(
              order.state().label(),
              order.payment().paymentOrder(),
              order.standing().createdAt(),
              order.standing().updatedAt()),
          order.goods().lines().stream().map(ListedShopOrder::line).toList(),
          new ShopPrice(order.goods().total().text(), order.goods().total().currency()),
          new ShopOrderBuyer(buyer.name(), buyer.email(), buyer.address()));
    }

    private static ShopOrderLine line(ShopOrder.Line line) {
      return new ShopOrderLine(
          line.variant(),
          line.title(),
          line.label(),
          line.quantity(),
          new ShopPrice(line.price().text(), line.price().currency()));
    }
  }

  record ShopOrderPage(
      boolean success, List<ListedShopOrder> orders, PageOrder.Pagination pagination) {}

  Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.orderPage",
        this::page,
        "storefront.orderAction",
        this::act,
        "storefront.orders",
        Area.returning(ShopOrderPage.class, this::list),
        "storefront.decideOrder",
        Area.returning(ListedShopOrder.class, Area.accepting(OrderDecision.class, this::decide)));
  }

  private ShopOrder found(Call call) {
    return orders
        .find(call.text("id"))
        .orElseThrow(() -> ApiError.of(ErrorCode.ORDER_NOT_FOUND, "order not found").exception());
  }

  private Answer page(Call call) {
    return OrderPage.of(found(call), "", call.text("PayerID") != null);
  }

  private Answer act(Call call) {
    ShopOrder order = found(call);
    boolean pay = call.body(OrderForm.class).action().equals("pay");
    if (pay && order.state().label().equals("expired")) {
      // Its stock is reserved again.
      holds.claim(call.caller(), order.id(), order.goods());
    }
    Checkout.Result result =
        pay ? checkout.pay(call.origin(), order) : checkout.cancel(call.origin(), order);
    return result.problem().isEmpty()
        ? Answer.seeOther(call.base() + "/storefront/orders/" + order.id())
        : OrderPage.of(result.order(), result.problem(), false);
  }

  private Answer list(Call call) {
    PageOrder page = PageOrder.of(call);
    List<ListedShopOrder> shown =
        orders.page(page.offset(), page.limitOrDefault()).stream()
            .map(ListedShopOrder::of)
            .toList();
    return Answer.ok(new ShopOrderPage(true, shown, page.of(orders.count(), shown.size())));
  }

  private Answer decide(Call call, OrderDecision decision) {
    ShopOrder.State state = ShopOrder.State.valueOf(decision.decision().toUpperCase(Locale.ROOT));
    return checkout
        .decide(call.origin(), found(call), state)
        .map(order -> Answer.ok(ListedShopOrder.of(order)))
        .orElseThrow(() ->
            ApiError.of(
                    ErrorCode.ORDER_STATE_NOT_ALLOWED,
                    "only an order in state placed or unresolved can be decided")
                .exception());
  }
}
