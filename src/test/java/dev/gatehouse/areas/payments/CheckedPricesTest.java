package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

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
    return NODE.owner("POST", "/api/proxy/products")
        .json(JsonObject.of("name", "A shirt", "price", price))
        .expect(201)
        .json()
        .getString("_id");
  }

  private static JsonObject order(String product, String each, String whole) {
    JsonObject order = Shop.order("USD", whole);
    JsonObject unit = order.getJsonArray("purchase_units").getJsonObject(0);
    JsonObject item =
        JsonObject.of(
            "name", "A shirt", "sku", product, "quantity", "2", "unit_amount", amount(each));
    unit.put("items", new JsonArray().add(item));
    unit.getJsonObject("amount").put("breakdown", JsonObject.of("item_total", amount(whole)));
    return order;
  }

  private static JsonObject amount(String value) {
    return JsonObject.of("currency_code", "USD", "value", value);
  }

  @Test
  void rejectsItemPriceThatDiffersFromCatalog() {
    String shirt = product(14.9);
    Client.Reply cheap = SHOP.create(order(shirt, "0.01", "0.02")).expect(400);
    assertTrue(cheap.error().contains("14.90 USD"), cheap.error());
    SHOP.create(order("0123456789abcdef01234567", "1.00", "2.00")).expect(400);
    SHOP.create(Shop.order("USD", "29.80")).expect(400);
    SHOP.create(order(shirt, "14.90", "29.80")).expect(201);
  }

  /** With the provider's own script, a payer's page can change the amount before the approval. */
  @Test
  void returns409WhenAmountChangedBeforeCapture() {
    String shirt = product(14.9);
    String id = SHOP.create(order(shirt, "14.90", "29.80")).json().getString("id");
    SimulatedOrder order = SHOP.provider.order(id);
    order.units.getJsonObject(0).put("amount", amount("0.01"));
    SHOP.provider.approve(id);
    SHOP.capture(id).expect(409);
    assertEquals(0, order.captures.size());
    order.units.getJsonObject(0).put("amount", amount("29.80"));
    SHOP.capture(id).expect(200);
  }
}
