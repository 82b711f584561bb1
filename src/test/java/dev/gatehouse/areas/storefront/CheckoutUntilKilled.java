package dev.gatehouse.areas.storefront;

import dev.gatehouse.HastyAreas;
import dev.gatehouse.areas.commerce.CommerceModule;
import dev.gatehouse.areas.payments.PaymentKills;
import dev.gatehouse.areas.payments.PaymentsModule;
import dev.gatehouse.areas.storefront.orders.OrderQuery;
import dev.gatehouse.areas.storefront.orders.Orders;
import dev.gatehouse.areas.storefront.orders.PostalAddress;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.Money;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Shop in a process that can be killed. It repeatedly sells a book with one copy to two concurrent
 * buyers. A buyer with an order pays, twice concurrently, or cancels. The process prints each
 * outcome.
 *
 * <p>Arguments: the store's folder and the payment provider's address. With a third argument the
 * process sells nothing, waits until all orders are decided, and lists them.
 */
final class CheckoutUntilKilled {
  private static final Duration HOLD = Duration.ofMinutes(4);
  private static final Money PRICE = Money.of("USD", "9.00");
  private static final int SHELVES = 3;
  private static final int PAGE = 100;

  private final HastyAreas areas;
  private final Orders orders;

  private CheckoutUntilKilled(Path folder, String provider) throws IOException {
    Map<String, String> settings = new HashMap<>(PaymentKills.settings(provider));
    settings.put("GATEHOUSE_STOREFRONT_RESERVATION_TTL", HOLD.toMinutes() + "m");
    areas =
        new HastyAreas(
            folder,
            settings,
            services ->
                List.of(
                    CommerceModule.of(services),
                    PaymentsModule.of(services),
                    StorefrontModule.of(services)));
    orders = new Orders(areas.services(), HOLD);
  }

  public static void main(String[] arguments) throws IOException {
    var shop = new CheckoutUntilKilled(Path.of(arguments[0]), arguments[1]);
    System.out.println("ready.");
    shop.areas.lookAfterThem();
    if (arguments.length > 2) {
      shop.listWhenSettled();
      System.exit(0);
    }
    for (int shelf = 0; shelf < SHELVES; shelf++) {
      Thread.ofVirtual().start(shop::sell);
    }
    LockSupport.park();
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
      System.out.println("placed " + order.id() + " .");
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
    System.out.println(order.state().label() + ' ' + order.id() + " .");
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
      System.out.println(failed.failure().status() + " " + order.id() + " .");
    }
  }

  private void listWhenSettled() {
    while (all().anyMatch(order -> order.standing().due() != null)) {
      HastyAreas.pause();
    }
    all()
        .forEach(order ->
            System.out.println(
                String.join(
                    " ",
                    "order",
                    order.id(),
                    order.state().label(),
                    order.goods().lines().getFirst().product(),
                    String.valueOf(order.payment().paymentOrder()),
                    ".")));
    JsonArray page;
    long skip = 0;
    do {
      Map<String, Object> query = Map.of("limit", (long) PAGE, "skip", skip, "sort", "created");
      page = new JsonArray(call("commerce.products", query, null).json());
      page.forEach(each -> {
        var product = (JsonObject) each;
        int left = product.getJsonObject("stock").getInteger("one");
        System.out.println("left " + product.getString("id") + ' ' + left + " .");
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
