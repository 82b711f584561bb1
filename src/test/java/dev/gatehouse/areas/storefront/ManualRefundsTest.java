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
          .with("PRINTSHOP_CURRENCY=USD STOREFRONT_PRICES_INCLUDE_TAX=true")
          .with("STOREFRONT_TAX_RATES", "US = 25");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  private static JsonObject paid(JsonObject product) {
    String cart = "/cart/" + variant(product) + ":2";
    String id = FORMS.listed(FORMS.order(cart)).getString("_id");
    JsonObject decision = JsonObject.of("decision", "paid");
    return SHOP.owner("PUT", ORDERS + "/" + id).json(decision).send().json();
  }

  private static String variant(JsonObject product) {
    return product.getJsonArray("variants").getJsonObject(0).getString("legacyId");
  }

  private static Client.Reply refund(JsonObject order, String refund) {
    String path = ORDERS + "/" + order.getString("_id") + "/refunds";
    return SHOP.owner("POST", path).json(new JsonObject(refund.replace('\'', '"'))).send();
  }

  @Test
  void recordsRefundAndReturnsGoodsOnce() {
    JsonObject product = SHOP.sell("Refunded", "10", JsonObject.of("M", 5));
    JsonObject order = paid(product);
    assertEquals(3, SHOP.stock(product));
    String part = "{'id': 'a', 'amount': {'amount': '5.00', 'currencyCode': 'USD'}}";
    assertEquals("partly_refunded", refund(order, part).json().getString("state"));
    assertEquals("5.00", refund(order, part).json().getJsonObject("refunded").getString("amount"));
    refund(order, "{'id': 'b', 'amount': {'amount': '15.01', 'currencyCode': 'USD'}}").expect(400);
    JsonObject all = refund(order, "{'id': 'c', 'restock': true}").json();
    assertEquals("refunded", all.getString("state"));
    assertEquals("20.00", all.getJsonObject("refunded").getString("amount"));
    assertEquals(5, SHOP.stock(product));
    refund(order, "{'id': 'c', 'restock': true}").expect(200);
    assertEquals(5, SHOP.stock(product));
    new Mails(NODE).await("Your order " + order.getString("reference"));
  }

  @Test
  void correctsAddressAndKeepsNote() {
    JsonObject order = paid(SHOP.sell("Corrected", "4", JsonObject.of("M", 5)));
    String path = ORDERS + "/" + order.getString("_id");
    JsonObject to =
        new JsonObject()
            .put("street", "2 Other Street")
            .put("city", "Springfield")
            .put("postcode", "62701")
            .put("country", "US");
    JsonObject buyer =
        SHOP.owner("PATCH", path)
            .json(JsonObject.of("postal", to, "note", "Ring twice"))
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
    paid(SHOP.sell("Taxed", "12.50", JsonObject.of("M", 5)));
    JsonObject after = SHOP.owner("GET", form).send().json();
    double more = after.getJsonObject("shop").getDouble("receipts") - before.getDouble("receipts");
    assertEquals(20, more, 0.001, "without the tax of 25 percent");
    JsonObject line1 = after.getJsonObject("data").getJsonArray("lines").getJsonObject(0);
    assertEquals(after.getJsonObject("shop").getDouble("receipts"), line1.getDouble("amount"));
    SHOP.owner("GET", "/api/proxy/printshop/schedule-c/page").send().has("of the shop");
  }
}
