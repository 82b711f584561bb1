package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Search, filters and order of the owner's list of orders. */
class OrderListTest {
  private static final String ORDERS = "/api/proxy/storefront/orders";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  private static final ConsoleShop SHOP = new ConsoleShop(NODE);
  private static String first;
  private static String second;
  private static String third;
  private static String afterFirst;

  @BeforeAll
  static void order() {
    SHOP.sell("A Book", 9, 10);
    first = SHOP.order("A Book", "Ada", "");
    NODE.clock.advance(Duration.ofMinutes(1));
    afterFirst = NODE.clock.instant().toString();
    second = SHOP.order("A Book", "Grace", "paid");
    NODE.clock.advance(Duration.ofMinutes(1));
    third = SHOP.order("A Book", "Ada", "cancelled");
  }

  private static Client.Reply list(String query) {
    return NODE.owner("GET", ORDERS + query).send();
  }

  private static List<String> numbers(String query) {
    Client.Reply reply = list(query).expect(200);
    List<String> numbers =
        reply.json().getJsonArray("orders").stream()
            .map(order -> ((JsonObject) order).getString("reference"))
            .toList();
    JsonObject pagination = reply.json().getJsonObject("pagination");
    assertTrue(pagination.getInteger("total") >= numbers.size());
    return numbers;
  }

  @Test
  void sortsByCreation() {
    assertEquals(List.of(third, second, first), numbers(""));
    assertEquals(List.of(first, second, third), numbers("?sort=oldest"));
    assertEquals(List.of(second), numbers("?sort=oldest&skip=1&limit=1"));
  }

  @Test
  void filtersByStateAndTime() {
    assertEquals(List.of(second), numbers("?state=paid"));
    assertEquals(List.of(third, second), numbers("?from=" + afterFirst));
    assertEquals(List.of(first), numbers("?state=placed&until=" + afterFirst));
    assertEquals(1, list("?state=paid").json().getJsonObject("pagination").getInteger("total"));
  }

  @Test
  void findsByNumberAndMailbox() {
    assertEquals(List.of(second), numbers("?q=" + second));
    assertEquals(List.of(second), numbers("?q=" + second.substring(0, 6).toLowerCase(Locale.ROOT)));
    assertEquals(List.of(third, first), numbers("?q=ADA%2Bshop@example.org"));
    assertEquals(List.of(first), numbers("?q=ada@example.org&state=placed"));
    assertEquals(List.of(), numbers("?q=ada@"));
    assertEquals(List.of(), numbers("?q=no%20number"));
  }
}
