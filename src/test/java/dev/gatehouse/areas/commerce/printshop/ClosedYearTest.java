package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Books of a year in which orders are archived at the print shop, and samples are ordered. */
class ClosedYearTest {
  private static final String PRINTSHOP = "/api/proxy/printshop";
  private static final PrintfulSimulator PROVIDER = new PrintfulSimulator();
  private static final long MAY = Instant.parse("2025-05-01T12:00:00Z").getEpochSecond();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("PRINTSHOP_URL", PROVIDER.url())
          .with("PRINTSHOP_TOKEN", PrintfulSimulator.TOKEN)
          .with("PRINTSHOP_DAILY", "false")
          .with("PRINTSHOP_SHOP_SALES", "false");

  @Test
  void keepsFiguresWhenOrdersAreArchived() {
    JsonObject sold = order(1, MAY, "fulfilled", "27.05", "9.00");
    sold.getJsonObject("retail_costs").put("tax", "2.06");
    PROVIDER.orders().add(sold);
    PROVIDER.orders().add(order(2, MAY, "returned", "24.99", "9.00"));
    PROVIDER.orders().add(order(3, MAY, "canceled", "24.99", "9.00"));
    PROVIDER.orders().add(order(4, MAY, "fulfilled", "19.99", "5.00").put("is_sample", true));
    PROVIDER.orders().add(order(5, MAY, "archived", "99.00", "50.00"));
    sync();
    String form = form();
    assertTrue(form.contains("\"grossReceipts\":49.98,\"returns\":24.99"), form);
    assertTrue(form.contains("\"costOfGoodsSold\":23.00"), form);
    String summary = NODE.client().get(PRINTSHOP + "/summary").text();
    assertTrue(summary.contains("\"totalOrders\":1,\"totalItems\":1,"), summary);
    String goal = NODE.client().get(PRINTSHOP + "/sell-goal/public?year=2025").text();
    assertTrue(goal.contains("\"sold\":1"), goal);
    PROVIDER.orders().forEach(order -> order.put("status", "archived").put("updated", MAY + 9));
    sync();
    assertEquals(form, form());
    sync();
    String orders = send("GET", "/orders").text();
    assertTrue(orders.contains("\"status\":\"returned\""), orders);
    assertTrue(orders.contains("\"salesStatus\":\"sample\""), orders);
  }

  @Test
  void leavesOutTheShopIfTheOwnerWantsIt() {
    JsonObject form = send("GET", "/schedule-c/data?year=2025").json();
    assertNull(form.getJsonObject("shop", new JsonObject()), form::encode);
    String page = send("GET", "/schedule-c/page?year=2025").text();
    assertTrue(page.contains("The lines do not contain the sales of the shop."), page);
  }

  private static String form() {
    String reply = send("GET", "/schedule-c/data?year=2025").text();
    return reply.substring(reply.indexOf("\"data\""), reply.indexOf("\"otherCurrencies\""));
  }

  private static void sync() {
    Client.Reply reply = send("POST", "/sync");
    assertEquals(200, reply.status(), reply.text());
  }

  private static Client.Reply send(String method, String path) {
    return NODE.client().request(method, PRINTSHOP + path).key(TestNode.KEY).send();
  }
}
