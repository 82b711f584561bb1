package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Search, filters and order of the owner's list of orders, and the revenue by day. */
class OrderListTest {
  private static final String ORDERS = "/api/proxy/storefront/orders";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  private static final ConsoleShop SHOP = new ConsoleShop(NODE);
  private static final LocalDate DAY = LocalDate.parse("2027-03-01");
  private static String first;
  private static String second;
  private static String third;
  private static String fourth;
  private static String fifth;
  private static String afterFirst;

  @BeforeAll
  static void order() {
    NODE.clock.set(Instant.parse(DAY + "T15:00:00Z"));
    SHOP.sell("A Book", 9.5, 10);
    first = SHOP.order("A Book", "Ada", "");
    NODE.clock.advance(Duration.ofMinutes(1));
    afterFirst = NODE.clock.instant().toString();
    second = SHOP.order("A Book", "Grace", "paid");
    NODE.clock.advance(Duration.ofMinutes(1));
    third = SHOP.order("A Book", "Ada", "cancelled");
    NODE.clock.advance(Duration.ofDays(1));
    fourth = SHOP.order("A Book", "Barbara", "paid");
    NODE.clock.advance(Duration.ofMinutes(1));
    fifth = SHOP.order("A Book", "Alan", "paid");
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
    assertEquals(List.of(fifth, fourth, third, second, first), numbers(""));
    assertEquals(List.of(first, second, third, fourth, fifth), numbers("?sort=oldest"));
    assertEquals(List.of(second), numbers("?sort=oldest&skip=1&limit=1"));
  }

  @Test
  void filtersByStateAndTime() {
    assertEquals(List.of(fifth, fourth, second), numbers("?state=paid"));
    assertEquals(List.of(fifth, fourth, third, second), numbers("?from=" + afterFirst));
    assertEquals(List.of(first), numbers("?state=placed&until=" + afterFirst));
    assertEquals(3, list("?state=paid").json().getJsonObject("pagination").getInteger("total"));
  }

  private static Client.Reply revenue(LocalDate from, LocalDate until) {
    String path = "/api/proxy/storefront/revenue?from=" + from + "&until=" + until;
    return NODE.owner("GET", path).send();
  }

  @Test
  void sumsPaidOrdersByDay() {
    JsonObject all = revenue(DAY, DAY.plusDays(1)).json();
    assertEquals(true, all.getBoolean("complete"));
    assertEquals(2, all.getJsonArray("days").size());
    JsonObject day = all.getJsonArray("days").getJsonObject(1);
    assertEquals("2027-03-02", day.getString("date"));
    assertEquals(2, day.getInteger("orders"));
    assertEquals("19.00", day.getJsonObject("revenue").getString("amount"));
    assertEquals("0.00", day.getJsonObject("refunded").getString("amount"));
    assertEquals(1, revenue(DAY, DAY).json().getJsonArray("days").size());
    JsonObject later = revenue(DAY.plusDays(2), DAY.plusDays(9)).json();
    assertEquals(0, later.getJsonArray("days").size());
  }

  @Test
  void rejectsInvalidRangesOfRevenue() {
    revenue(DAY, DAY.minusDays(1)).expect(400);
    revenue(DAY, DAY.plusDays(366)).expect(400);
    revenue(DAY, DAY.plusDays(365)).expect(200);
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
