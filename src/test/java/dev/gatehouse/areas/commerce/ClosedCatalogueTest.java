package dev.gatehouse.areas.commerce;

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
    assertTrue(post().expect(401).header("WWW-Authenticate").startsWith("Bearer"));
    String code =
        NODE.owner("GET", "/api/proxy/daily-code/current").send().json().getString("code");
    post().token(NODE.token(code)).expect(403);
    post().key(key("other")).expect(403);
    post().key(key("products")).expect(201);
    post().key(TestNode.KEY).expect(201);
    NODE.get(PATH).expect(200);
  }

  private static Client.Request post() {
    return NODE.request("POST", PATH).json(JsonObject.of("name", "Mug", "price", 1));
  }

  /**
   * Adds a key with one scope and returns it. The scope {@code other} is mapped to {@code hire},
   * because a key may only have scopes that an operation names.
   */
  private static String key(String scope) throws Exception {
    String known = scope.equals("other") ? "hire" : scope;
    JsonObject made =
        NODE.manage(
                "access.addKey", JsonObject.of("name", scope, "scopes", new JsonArray().add(known)))
            .json();
    return made.getString("key");
  }
}
