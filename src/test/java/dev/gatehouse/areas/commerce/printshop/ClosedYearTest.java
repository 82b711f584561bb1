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
  static final TestNode NODE = PROVIDER.node().with("PRINTSHOP_SHOP_SALES", "false");

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
    NODE.get(PRINTSHOP + "/summary").has("\"totalOrders\":1,\"totalItems\":1,");
    NODE.get(PRINTSHOP + "/sell-goal/public?year=2025").has("\"sold\":1");
    PROVIDER.orders().forEach(order -> order.put("status", "archived").put("updated", MAY + 9));
    sync();
    assertEquals(form, form());
    sync();
    send("GET", "/orders").has("\"status\":\"returned\"", "\"salesStatus\":\"sample\"");
  }

  @Test
  void leavesOutTheShopIfTheOwnerWantsIt() {
    JsonObject form = send("GET", "/schedule-c/data?year=2025").json();
    assertNull(form.getJsonObject("shop", new JsonObject()), form::encode);
    send("GET", "/schedule-c/page?year=2025")
        .has("The lines do not contain the sales of the shop.");
  }

  private static String form() {
    String reply = send("GET", "/schedule-c/data?year=2025").text();
    return reply.substring(reply.indexOf("\"data\""), reply.indexOf("\"otherCurrencies\""));
  }

  private static void sync() {
    send("POST", "/sync").expect(200);
  }

  private static Client.Reply send(String method, String path) {
    return NODE.owner(method, PRINTSHOP + path).send();
  }
}
