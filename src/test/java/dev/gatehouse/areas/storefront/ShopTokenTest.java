package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.GRAPHQL;
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
          .with("STOREFRONT_TOKEN=public-token-1 CORS_ORIGINS=https://site.example")
          .with("STOREFRONT_TOKEN_HEADER", HEADER);

  @Test
  void requiresStorefrontToken() {
    ask(HEADER, "public-token-1").expect(200);
    Client.Reply none = ask("X-Shopify-Storefront-Access-Token", "public-token-1").expect(401);
    assertTrue(none.header("WWW-Authenticate").contains("storefront"));
    assertTrue(none.error().contains(HEADER));
    for (int tries = 0; tries < 20; tries++) {
      ask(HEADER, "another").expect(403);
    }
    ask(HEADER, "public-token-1").expect(200);
  }

  @Test
  void allowsTokenHeaderInCorsPreflight() {
    Client.Reply reply =
        NODE.request("OPTIONS", GRAPHQL)
            .header("Origin", "https://site.example")
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", HEADER)
            .send();
    assertTrue(reply.header("Access-Control-Allow-Headers").contains(HEADER));
    NODE.get("/openapi.json").has(HEADER);
  }

  private static Client.Reply ask(String header, String token) {
    return NODE.request("POST", GRAPHQL)
        .header(header, token)
        .json(JsonObject.of("query", "{ shop { name } }"))
        .send();
  }
}
