package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node starts on documents of a newer release, which has states that this one lacks. */
class UnknownStatesTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();
  private static final String STATE = "STATE_OF_2030";

  @RegisterExtension
  static final TestNode NODE = new TestNode().behindProxy().with(PROVIDER.settings());

  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @Test
  void skipsOrdersInUnknownStates() throws Exception {
    JsonObject book = new Shop(NODE).sell("Book", "9", new JsonObject().put("one", 3));
    String cart = "/cart/" + variant(book, 0).getString("legacyId") + ":1";
    String newer = FORMS.order(cart);
    String other = FORMS.order(cart);
    String id = newer.substring(newer.lastIndexOf('/') + 1);
    JsonObject order = new JsonObject().put("_id", id);
    JsonObject payment = new JsonObject().put("order", FORMS.paymentOrder(newer));
    NODE.afterStop(() -> {
      set("storefrontOrders", order);
      set("paymentOrders", payment);
    });
    double skipped = NODE.metric("gatehouse_documents_invalid_total");
    assertEquals(1, payments());
    NODE.clock.advance(Duration.ofHours(7));
    Waiting.until(() -> FORMS.listed(other).getString("state").equals("expired"));
    assertEquals(1, FORMS.count("Book"));
    assertEquals(404, NODE.client().get(newer).status());
    assertTrue(NODE.metric("gatehouse_documents_invalid_total") >= skipped + 1);
    NODE.clock.advance(Duration.ofDays(400));
    Waiting.until(() -> FORMS.count("Book") <= 1);
    NODE.afterStop(() -> {
      assertEquals(STATE, stored("storefrontOrders", order).getString("state"));
      assertEquals(STATE, stored("paymentOrders", payment).getString("state"));
    });
  }

  private static int payments() {
    Client.Reply reply = NODE.client().request("GET", "/payments/orders").key(TestNode.KEY).send();
    assertEquals(200, reply.status(), reply.text());
    return reply.json().getJsonArray("orders").size();
  }

  private static void set(String collection, JsonObject query) {
    var update = new JsonObject().put("$set", new JsonObject().put("state", STATE));
    StoppedNode.inStore(
        NODE, documents -> documents.update(collection, query, update, false).orElseThrow());
  }

  private static JsonObject stored(String collection, JsonObject query) {
    return StoppedNode.inStore(
        NODE, documents -> documents.findOne(collection, query).orElseThrow());
  }
}
