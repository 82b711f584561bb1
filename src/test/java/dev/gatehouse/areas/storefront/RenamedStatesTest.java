package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node starts on documents of an older release, and migrates states that have new names. */
class RenamedStatesTest {
  private static final String ORDERS = "storefrontOrders";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  @Test
  void migratesUnclearOrdersAtStart() throws Exception {
    JsonObject book = new Shop(NODE).sell("Book", "9", new JsonObject().put("one", 1));
    var forms = new BuyersForms(NODE);
    String order = forms.order("/cart/" + variant(book, 0).getString("legacyId") + ":1");
    String id = order.substring(order.lastIndexOf('/') + 1);
    JsonObject old = set(new JsonObject().put("state", "UNCLEAR"));
    JsonObject query = new JsonObject().put("_id", id);
    NODE.afterStop(() ->
        StoppedNode.inStore(
            NODE, documents -> documents.update(ORDERS, query, old, false).orElseThrow()));
    assertEquals("unresolved", forms.listed(order).getString("state"));
    NODE.afterStop(() -> assertEquals("UNRESOLVED", stored(id).getString("state")));
  }

  private static JsonObject stored(String id) {
    JsonObject query = new JsonObject().put("_id", id);
    return StoppedNode.inStore(NODE, documents -> documents.findOne(ORDERS, query).orElseThrow());
  }

  private static JsonObject set(JsonObject fields) {
    return new JsonObject().put("$set", fields);
  }
}
