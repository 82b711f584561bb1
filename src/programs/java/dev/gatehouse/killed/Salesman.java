package dev.gatehouse.killed;

import module java.base;

import dev.gatehouse.HastyAreas;
import dev.gatehouse.areas.storefront.orders.Orders;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.areas.storefront.orders.ShopOrders.OrderQuery;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.Money;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Repeatedly sells a book with one copy to two buyers at the same time. A buyer with an order pays,
 * twice at the same time, or cancels.
 */
final class Salesman {
  private static final Money PRICE = Money.of("USD", "9.00");
  private static final int SHELVES = 2;
  private static final int PAGE = 100;

  private final HastyAreas areas;
  private final Orders orders;

  Salesman(HastyAreas areas) {
    this.areas = areas;
    try {
      orders = new Orders(areas.services(), KilledAreas.HOLD);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void begin() {
    for (int shelf = 0; shelf < SHELVES; shelf++) {
      Thread.ofVirtual().start(this::sell);
    }
  }

  private void sell() {
    while (true) {
      Map<String, Object> book =
          Map.of(
              "name", "A book",
              "description", "",
              "category", "",
              "type", "regular",
              "url", "",
              "images", List.of(),
              "price", new BigDecimal("9.00"),
              "stock", Map.of("one", 1));
      String product =
          call("commerce.createProduct", Map.of(), book).json().toJsonObject().getString("id");
      Thread rival = Thread.ofVirtual().start(() -> buy(product));
      buy(product);
      try {
        rival.join();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void buy(String product) {
    var line = new ShopOrder.Line("v", product, "one", "A book", 1, PRICE);
    var goods = new ShopOrder.Goods(List.of(line), PRICE);
    var buyer =
        ShopOrder.Buyer.of(
            "Ada",
            "ada@example.org",
            new PostalAddress("1 Some Street", "10115", "Some City", "", "DE"),
            Locale.ENGLISH);
    try {
      ShopOrder order =
          orders
              .checkout()
              .place(HastyAreas.ORIGIN, orders.repository().newKey(), goods, buyer)
              .order();
      if (order.state() != ShopOrder.State.OPEN) {
        return;
      }
      AreasUntilKilled.print("sales", "placed", order.id());
      if (ThreadLocalRandom.current().nextInt(5) == 0) {
        say(orders.checkout().cancel(HastyAreas.ORIGIN, order).order());
        return;
      }
      Thread.ofVirtual().start(() -> pay(order));
      pay(order);
    } catch (ApiException failed) {
      HastyAreas.pause();
    }
  }

  /** Prints the state that a buyer sees. */
  private static void say(ShopOrder order) {
    AreasUntilKilled.print("sales", order.state().label(), order.id());
  }

  /** Requests the payment of an order. This test's provider treats every order as approved. */
  private void pay(ShopOrder order) {
    try {
      say(
          orders
              .checkout()
              .pay(HastyAreas.ORIGIN, orders.repository().find(order.id()).orElseThrow())
              .order());
    } catch (ApiException failed) {
      AreasUntilKilled.print("sales", "failed", order.id());
    }
  }

  void listAtEnd() {
    while (all().anyMatch(order -> order.standing().due() != null)) {
      HastyAreas.pause();
    }
    all()
        .forEach(order ->
            AreasUntilKilled.print(
                "sales",
                "order",
                order.id(),
                order.state().label(),
                order.goods().lines().getFirst().product(),
                String.valueOf(order.payment().paymentOrder())));
    JsonArray page;
    long skip = 0;
    do {
      Map<String, Object> query = Map.of("limit", (long) PAGE, "skip", skip, "sort", "created");
      page = new JsonArray(call("commerce.products", query, null).json());
      page.forEach(each -> {
        var product = (JsonObject) each;
        int left = product.getJsonObject("stock").getInteger("one");
        AreasUntilKilled.print("sales", "left", product.getString("id"), Integer.toString(left));
      });
      skip += page.size();
    } while (page.size() == PAGE);
  }

  private Stream<ShopOrder> all() {
    List<ShopOrder> all = new ArrayList<>();
    List<ShopOrder> page = orders.repository().select(OrderQuery.ALL).page(0, PAGE);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = orders.repository().select(OrderQuery.ALL).page(all.size(), PAGE);
    }
    return all.stream();
  }

  private Answer call(String operation, Map<String, Object> parameters, Object body) {
    return (Answer) areas.call(operation, parameters, body);
  }
}
