package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node starts on documents of other releases, with states that this one lacks or has renamed. */
class UnknownStatesTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();
  private static final String STATE = "STATE_OF_2030";

  @RegisterExtension static final TestNode NODE = PROVIDER.node();

  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @Test
  void skipsOrdersInUnknownStates() throws Exception {
    JsonObject book = new Shop(NODE).sell("Book", "9", JsonObject.of("one", 3));
    String cart = Shop.cart(book, 1);
    int before = payments();
    String newer = FORMS.order(cart);
    String other = FORMS.order(cart);
    String id = newer.substring(newer.lastIndexOf('/') + 1);
    JsonObject order = JsonObject.of("_id", id);
    JsonObject payment = JsonObject.of("order", FORMS.paymentOrder(newer));
    NODE.afterStop(() -> {
      StoppedNode.setState(NODE, "storefrontOrders", order, STATE);
      StoppedNode.setState(NODE, "paymentOrders", payment, STATE);
    });
    double skipped = NODE.metric("gatehouse_documents_invalid_total");
    assertEquals(before + 1, payments());
    NODE.clock.advance(Duration.ofHours(7));
    Waiting.until(() -> FORMS.state(other).equals("expired"));
    assertEquals(1, FORMS.count("Book"));
    NODE.get(newer).expect(404);
    assertTrue(NODE.metric("gatehouse_documents_invalid_total") >= skipped + 1);
    NODE.clock.advance(Duration.ofDays(400));
    Waiting.until(() -> FORMS.count("Book") <= 1);
    NODE.afterStop(() -> {
      assertEquals(STATE, StoppedNode.state(NODE, "storefrontOrders", order));
      assertEquals(STATE, StoppedNode.state(NODE, "paymentOrders", payment));
    });
  }

  @Test
  void migratesRenamedStatesAtStart() throws Exception {
    JsonObject book = new Shop(NODE).sell("Old book", "9", JsonObject.of("one", 1));
    String order = FORMS.order(Shop.cart(book, 1));
    JsonObject query = JsonObject.of("_id", order.substring(order.lastIndexOf('/') + 1));
    NODE.afterStop(() -> StoppedNode.setState(NODE, "storefrontOrders", query, "UNCLEAR"));
    assertEquals("unresolved", FORMS.state(order));
    NODE.afterStop(
        () -> assertEquals("UNRESOLVED", StoppedNode.state(NODE, "storefrontOrders", query)));
  }

  private static int payments() {
    return NODE.owner("GET", "/payments/orders").expect(200).json().getJsonArray("orders").size();
  }
}
