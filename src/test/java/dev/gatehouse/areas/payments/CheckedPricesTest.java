package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A shop that checks prices against the catalogue instead of trusting the visitor's page. */
class CheckedPricesTest {
  private static final Shop SHOP = new Shop();

  @RegisterExtension static final TestNode NODE = SHOP.node.with("PAYMENTS_PRICE_CHECK", "true");

  private static String product(double price) {
    Client.Reply reply =
        NODE.client()
            .request("POST", "/api/proxy/products")
            .key(TestNode.KEY)
            .json(new JsonObject().put("name", "A shirt").put("price", price))
            .send();
    assertEquals(201, reply.status(), reply.text());
    return reply.json().getString("_id");
  }

  private static JsonObject order(String product, String each, String whole) {
    JsonObject order = Shop.order("USD", whole);
    JsonObject unit = order.getJsonArray("purchase_units").getJsonObject(0);
    JsonObject item =
        new JsonObject()
            .put("name", "A shirt")
            .put("sku", product)
            .put("quantity", "2")
            .put("unit_amount", amount(each));
    unit.put("items", new JsonArray().add(item));
    unit.getJsonObject("amount")
        .put("breakdown", new JsonObject().put("item_total", amount(whole)));
    return order;
  }

  private static JsonObject amount(String value) {
    return new JsonObject().put("currency_code", "USD").put("value", value);
  }

  @Test
  void rejectsItemPriceThatDiffersFromCatalog() {
    String shirt = product(14.9);
    Client.Reply cheap = SHOP.create(order(shirt, "0.01", "0.02"));
    assertEquals(400, cheap.status(), cheap.text());
    assertTrue(cheap.error().contains("14.90 USD"), cheap.error());
    assertEquals(400, SHOP.create(order("0123456789abcdef01234567", "1.00", "2.00")).status());
    assertEquals(400, SHOP.create(Shop.order("USD", "29.80")).status());
    Client.Reply right = SHOP.create(order(shirt, "14.90", "29.80"));
    assertEquals(201, right.status(), right.text());
  }

  /** With the provider's own script, a payer's page can change the amount before the approval. */
  @Test
  void returns409WhenAmountChangedBeforeCapture() {
    String shirt = product(14.9);
    String id = SHOP.create(order(shirt, "14.90", "29.80")).json().getString("id");
    SimulatedOrder order = SHOP.provider.order(id);
    order.units.getJsonObject(0).put("amount", amount("0.01"));
    SHOP.provider.approve(id);
    Client.Reply changed = SHOP.capture(id);
    assertEquals(409, changed.status(), changed.text());
    assertEquals(0, order.captures.size());
    order.units.getJsonObject(0).put("amount", amount("29.80"));
    assertEquals(200, SHOP.capture(id).status());
  }
}
