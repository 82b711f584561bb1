package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The shop with published clients for the Storefront API. Needs Node.js and npm. */
@Tag("slow")
class ShopClientsTest {
  @RegisterExtension
  static final TestNode NODE = new TestNode().with("STOREFRONT_TOKEN", "public-token-1");

  @Test
  void fillsACartWithThePublishedClients() throws Exception {
    assumeTrue(Ran.of("scripts/shop-clients", "install").exit() == 0, "npm is not installed");
    sell("The Book", 12.5, JsonObject.of("paperback", 3, "hardcover", 0));
    sell("A Mug", 7, JsonObject.of("blue", 2));
    Ran clients = Ran.of("scripts/shop-clients", NODE.address());
    assertEquals(0, clients.exit(), clients.output());
    assertTrue(clients.output().contains("have filled a cart"), clients.output());
  }

  private static void sell(String name, Number price, JsonObject stock) {
    JsonObject product = Samples.product(name, price, stock).put("images", new JsonArray());
    NODE.owner("POST", "/api/proxy/products").json(product).expect(201);
  }
}
