package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.formats.Sha256;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Carts of products that the catalogue in memory does not contain yet. */
class CatalogueLagTest {
  private static final int NONE = -1;
  private static final String END = '-' + Sha256.hex("S", 4) + ":1";

  private static ProxiedStore store;
  private static TestNode node;

  @BeforeAll
  static void start() throws IOException {
    store = new ProxiedStore();
    node = new TestNode().with("MONGO_URL", store.url()).with("MONGO_SELECTION_TIMEOUT", "1s");
    node.beforeAll(null);
  }

  @AfterAll
  static void stop() throws IOException {
    node.afterAll(null);
    store.close();
  }

  /** Returns the ID of a product whose event the node has not received. */
  private static String unannounced() throws Exception {
    JsonObject product =
        new JsonObject().put("name", "Book").put("price", 5).put("stock", JsonObject.of("S", 1));
    // The node may have yet to notice that the store replies again.
    var made = new AtomicReference<Client.Reply>();
    Waiting.until(() -> {
      made.set(node.client().owner("POST", "/api/proxy/products").json(product).send());
      return made.get().status() < 300;
    });
    String known = made.get().json().getString("id");
    // The event has come.
    Waiting.until(() -> node.client().get("/cart/" + known + END).status() == 200);
    String id = new StringBuilder(known).reverse().toString();
    store.insert("products", store.one("products", JsonObject.of("_id", known)).put("_id", id));
    return id;
  }

  @Test
  void showsProductBeforeItsEvent() throws Exception {
    Client.Reply page = node.client().get("/cart/" + unannounced() + END).expect(200);
    assertFalse(page.text().contains("role=\"alert\""), page.text());
  }

  @Test
  void reportsStoreFailureNotEmptyCart() throws Exception {
    String id = unannounced();
    store.proxy().watchFor("find products", true);
    Client.Reply page = node.client().get("/cart/" + id + END).expect(503);
    assertTrue(Integer.parseInt(page.header("Retry-After")) > 0);
    store.proxy().watch(NONE, false);
    store.proxy().comeBack();
  }
}
