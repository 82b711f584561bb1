package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Orders that were paid without a provider: refunds, corrections and the tax form. */
class ManualRefundsTest {
  private static final String ORDERS = "/api/proxy/storefront/orders";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("LIMITS_DEFAULT_PER_MINUTE", "0")
          .with("PRINTSHOP_CURRENCY", "USD")
          .with("STOREFRONT_TAX_RATES", "US = 25")
          .with("STOREFRONT_PRICES_INCLUDE_TAX", "true");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  private static JsonObject paid(JsonObject product) {
    String cart = "/cart/" + variant(product) + ":2";
    String id = FORMS.listed(FORMS.order(cart)).getString("_id");
    JsonObject decision = new JsonObject().put("decision", "paid");
    return SHOP.owner("PUT", ORDERS + "/" + id).json(decision).send().json();
  }

  private static String variant(JsonObject product) {
    return product.getJsonArray("variants").getJsonObject(0).getString("legacyId");
  }

  private static Client.Reply refund(JsonObject order, String refund) {
    String path = ORDERS + "/" + order.getString("_id") + "/refunds";
    return SHOP.owner("POST", path).json(new JsonObject(refund.replace('\'', '"'))).send();
  }

  private static int stock(JsonObject product) {
    return NODE.client()
        .get("/api/proxy/products/" + product.getString("legacyId"))
        .json()
        .getJsonObject("stock")
        .getInteger("M");
  }

  @Test
  void recordsRefundAndReturnsGoodsOnce() {
    JsonObject product = SHOP.sell("Refunded", "10", new JsonObject().put("M", 5));
    JsonObject order = paid(product);
    assertEquals(3, stock(product));
    String part = "{'id': 'a', 'amount': {'amount': '5.00', 'currencyCode': 'USD'}}";
    assertEquals("partly_refunded", refund(order, part).json().getString("state"));
    assertEquals("5.00", refund(order, part).json().getJsonObject("refunded").getString("amount"));
    Client.Reply more =
        refund(order, "{'id': 'b', 'amount': {'amount': '15.01', 'currencyCode': 'USD'}}");
    assertEquals(400, more.status(), more.text());
    JsonObject all = refund(order, "{'id': 'c', 'restock': true}").json();
    assertEquals("refunded", all.getString("state"));
    assertEquals("20.00", all.getJsonObject("refunded").getString("amount"));
    assertEquals(5, stock(product));
    assertEquals(200, refund(order, "{'id': 'c', 'restock': true}").status());
    assertEquals(5, stock(product));
    new Mails(NODE).await(mail -> mail.contains("Your order " + order.getString("reference")));
  }

  @Test
  void correctsAddressAndKeepsNote() {
    JsonObject order = paid(SHOP.sell("Corrected", "4", new JsonObject().put("M", 5)));
    String path = ORDERS + "/" + order.getString("_id");
    JsonObject to =
        new JsonObject()
            .put("street", "2 Other Street")
            .put("city", "Springfield")
            .put("postcode", "62701")
            .put("country", "US");
    JsonObject buyer =
        SHOP.owner("PATCH", path)
            .json(new JsonObject().put("postal", to).put("note", "Ring twice"))
            .send()
            .json()
            .getJsonObject("buyer");
    assertTrue(buyer.getString("address").startsWith("2 Other Street\n"), buyer.encode());
    assertEquals("Ring twice", buyer.getString("note"));
    assertEquals("Ada Lovelace", buyer.getString("name"));
  }

  @Test
  void countsShopInScheduleC() {
    String form = "/api/proxy/printshop/schedule-c/data";
    JsonObject before = SHOP.owner("GET", form).send().json().getJsonObject("shop");
    paid(SHOP.sell("Taxed", "12.50", new JsonObject().put("M", 5)));
    JsonObject after = SHOP.owner("GET", form).send().json();
    double more = after.getJsonObject("shop").getDouble("receipts") - before.getDouble("receipts");
    assertEquals(20, more, 0.001, "without the tax of 25 percent");
    JsonObject line1 = after.getJsonObject("data").getJsonArray("lines").getJsonObject(0);
    assertEquals(after.getJsonObject("shop").getDouble("receipts"), line1.getDouble("amount"));
    String page = SHOP.owner("GET", "/api/proxy/printshop/schedule-c/page").send().text();
    assertTrue(page.contains("of the shop"), page);
  }
}
