package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import dev.gatehouse.formats.Sha256;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Carts of products that the catalogue in memory does not contain yet. */
class CatalogueLagTest {
  private static final int NONE = -1;
  private static final String END = '-' + Sha256.hex("S", 4) + ":1";

  @RegisterExtension
  static final NodeOverProxy MADE = new NodeOverProxy("MONGO_SELECTION_TIMEOUT=1s");

  /** Returns the ID of a product whose event the node has not received. */
  private static String unannounced() throws Exception {
    JsonObject product =
        new JsonObject().put("name", "Book").put("price", 5).put("stock", JsonObject.of("S", 1));
    // The node may have yet to notice that the store replies again.
    var made = new AtomicReference<Client.Reply>();
    Waiting.until(() -> {
      made.set(MADE.node.owner("POST", "/api/proxy/products").json(product).send());
      return made.get().status() < 300;
    });
    String known = made.get().json().getString("id");
    // The event has come.
    Waiting.until(() -> MADE.node.get("/cart/" + known + END).status() == 200);
    String id = new StringBuilder(known).reverse().toString();
    MADE.store.insert(
        "products", MADE.store.one("products", JsonObject.of("_id", known)).put("_id", id));
    return id;
  }

  @Test
  void showsProductBeforeItsEvent() throws Exception {
    MADE.node.get("/cart/" + unannounced() + END).expect(200).lacks("role=\"alert\"");
  }

  @Test
  void reportsStoreFailureNotEmptyCart() throws Exception {
    String id = unannounced();
    MADE.store.proxy().watchFor("find products", true);
    assertTrue(
        Integer.parseInt(MADE.node.get("/cart/" + id + END).expect(503).header("Retry-After")) > 0);
    MADE.store.proxy().watch(NONE, false);
    MADE.store.proxy().comeBack();
  }
}
