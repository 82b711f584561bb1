package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.GRAPHQL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shop with its own public token in a custom header. */
class ShopTokenTest {
  private static final String HEADER = "X-Example-Storefront-Access-Token";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("STOREFRONT_TOKEN", "public-token-1")
          .with("STOREFRONT_TOKEN_HEADER", HEADER)
          .with("CORS_ORIGINS", "https://site.example");

  @Test
  void requiresStorefrontToken() {
    assertEquals(200, ask(HEADER, "public-token-1").status());
    Client.Reply none = ask("X-Shopify-Storefront-Access-Token", "public-token-1");
    assertEquals(401, none.status());
    assertTrue(none.header("WWW-Authenticate").contains("storefront"));
    assertTrue(none.error().contains(HEADER));
    for (int tries = 0; tries < 20; tries++) {
      assertEquals(403, ask(HEADER, "another").status());
    }
    assertEquals(200, ask(HEADER, "public-token-1").status());
  }

  @Test
  void allowsTokenHeaderInCorsPreflight() {
    Client.Reply reply =
        NODE.client()
            .request("OPTIONS", GRAPHQL)
            .header("Origin", "https://site.example")
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", HEADER)
            .send();
    assertTrue(reply.header("Access-Control-Allow-Headers").contains(HEADER));
    assertTrue(NODE.client().get("/openapi.json").text().contains(HEADER));
  }

  private static Client.Reply ask(String header, String token) {
    return NODE.client()
        .request("POST", GRAPHQL)
        .header(header, token)
        .json(new JsonObject().put("query", "{ shop { name } }"))
        .send();
  }
}
