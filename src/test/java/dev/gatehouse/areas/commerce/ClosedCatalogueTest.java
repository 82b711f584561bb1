package dev.gatehouse.areas.commerce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Catalogue that only the owner, or a key with the scope {@code products}, may add to. */
class ClosedCatalogueTest {
  private static final String PATH = "/api/proxy/products";

  @RegisterExtension static final TestNode NODE = new TestNode().with("PRODUCTS_OPEN", "false");

  @Test
  void acceptsProductsFromTheOwnerOnly() throws Exception {
    Client.Reply nobody = post().send();
    assertEquals(401, nobody.status());
    assertTrue(nobody.header("WWW-Authenticate").startsWith("Bearer"));
    String code =
        NODE.client()
            .request("GET", "/api/proxy/daily-code/current")
            .key(TestNode.KEY)
            .send()
            .json()
            .getString("code");
    assertEquals(403, post().token(NODE.client().token(code)).send().status());
    assertEquals(403, post().key(key("other")).send().status());
    assertEquals(201, post().key(key("products")).send().status());
    assertEquals(201, post().key(TestNode.KEY).send().status());
    assertEquals(200, NODE.client().get(PATH).status());
  }

  private static Client.Request post() {
    return NODE.client()
        .request("POST", PATH)
        .json(new JsonObject().put("name", "Mug").put("price", 1));
  }

  /**
   * Adds a key with one scope and returns it. The scope {@code other} is mapped to {@code hire},
   * because a key may only have scopes that an operation names.
   */
  private static String key(String scope) throws Exception {
    String known = scope.equals("other") ? "hire" : scope;
    JsonObject made =
        NODE.manage(
                "access.addKey",
                new JsonObject().put("name", scope).put("scopes", new JsonArray().add(known)))
            .json();
    return made.getString("key");
  }
}
