package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Revenue of the shop by day. */
class RevenueTest {
  private static final ZoneId EASTERN = ZoneId.of("America/New_York");

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  private static final ConsoleShop SHOP = new ConsoleShop(NODE);
  private static LocalDate first;

  @BeforeAll
  static void order() {
    SHOP.sell("A Book", 9.5, 10);
    first = today();
    SHOP.order("A Book", "Ada", "paid");
    SHOP.order("A Book", "Grace", "paid");
    SHOP.order("A Book", "Alan", "cancelled");
    SHOP.order("A Book", "Edsger", "");
    NODE.clock.advance(Duration.ofDays(1));
    SHOP.order("A Book", "Barbara", "paid");
  }

  private static LocalDate today() {
    return LocalDate.ofInstant(NODE.clock.instant(), EASTERN);
  }

  private static Client.Reply revenue(Object from, Object until) {
    String path = "/api/proxy/storefront/revenue?from=" + from + "&until=" + until;
    return NODE.owner("GET", path).send();
  }

  @Test
  void sumsPaidOrdersByDay() {
    JsonObject all = revenue(first, first.plusDays(1)).json();
    assertEquals(true, all.getBoolean("complete"));
    assertEquals(2, all.getJsonArray("days").size());
    JsonObject day = all.getJsonArray("days").getJsonObject(0);
    assertEquals(first.toString(), day.getString("date"));
    assertEquals(2, day.getInteger("orders"));
    assertEquals("19.00", day.getJsonObject("revenue").getString("amount"));
    assertEquals("0.00", day.getJsonObject("refunded").getString("amount"));
    assertEquals(1, revenue(first, first).json().getJsonArray("days").size());
    assertEquals(
        0, revenue(first.plusDays(2), first.plusDays(9)).json().getJsonArray("days").size());
  }

  @Test
  void rejectsInvalidRanges() {
    revenue(first, first.minusDays(1)).expect(400);
    revenue(first, first.plusDays(366)).expect(400);
    revenue(first, first.plusDays(365)).expect(200);
  }
}
