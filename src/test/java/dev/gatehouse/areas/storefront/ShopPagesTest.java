package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shop pages of a node with default settings. Without a payment provider, the owner handles the
 * payments.
 */
class ShopPagesTest {
  private static final String ORDERS = "/api/proxy/storefront/orders";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @Test
  void placesOrderForOwnerToDecide() {
    JsonObject book = SHOP.sell("First", "3", new JsonObject().put("S", 2));
    String order = FORMS.order(cart(book));
    assertTrue(NODE.client().get(order).text().contains("Thank you for your order"));
    JsonObject listed = FORMS.listed(order);
    assertEquals("placed", listed.getString("state"));
    new Mails(NODE).await(mail -> mail.contains(listed.getString("reference") + ": placed"));
    new Mails(NODE).await(mail -> mail.contains("Your order " + listed.getString("reference")));
    String path = ORDERS + "/" + listed.getString("_id");
    JsonObject paid = new JsonObject().put("decision", "paid");
    assertEquals("paid", SHOP.owner("PUT", path).json(paid).send().json().getString("state"));
    assertEquals(409, SHOP.owner("PUT", path).json(paid).send().status());
    String none = ORDERS + "/" + "0".repeat(32);
    assertEquals(404, SHOP.owner("PUT", none).json(paid).send().status());
    String second = FORMS.order(cart(book));
    JsonObject cancelled = new JsonObject().put("decision", "cancelled");
    SHOP.owner("PUT", ORDERS + "/" + FORMS.listed(second).getString("_id")).json(cancelled).send();
    assertTrue(variant(SHOP.listed(book.getString("legacyId")), 0).getBoolean("available"));
  }

  /** Products that are sold elsewhere have prices in other currencies. */
  @Test
  void showsPricesThatTheCurrencyCannotExpress() {
    JsonObject sold =
        new JsonObject()
            .put("name", "Half a cent")
            .put("price", 5.125)
            .put("url", "https://elsewhere.example/half")
            .put("stock", new JsonObject().put("S", 2));
    String id = SHOP.owner("POST", "/api/proxy/products").json(sold).send().json().getString("id");
    JsonObject product = SHOP.listed(id);
    for (String path :
        List.of("/storefront/shop", "/storefront/shop/" + product.getString("handle"))) {
      Client.Reply page = NODE.client().get(path + "?q=Half+a+cent");
      assertEquals(200, page.status(), page.text());
      assertTrue(page.text().contains("$5.125"), page.text());
    }
  }

  @Test
  void linksShopProductAndCartPages() {
    JsonObject book = SHOP.sell("Way", "3", new JsonObject().put("S", 2).put("L", 0));
    Client.Reply shop = NODE.client().get("/storefront/shop?limit=100");
    assertTrue(shop.text().contains("/storefront/shop/" + book.getString("handle")));
    String product = NODE.client().get("/storefront/shop/" + book.getString("handle")).text();
    assertTrue(product.contains("value=\"" + variant(book, 0).getString("legacyId")), product);
    assertTrue(product.contains("L\n<small>Sold out</small>"), product);
    assertTrue(product.contains("only 2 left"), product);
    String id = variant(book, 0).getString("legacyId");
    String more =
        NODE.client().get("/storefront/shop/" + book.getString("handle") + "?cart=" + id).text();
    assertTrue(more.contains("name=\"cart\" value=\"" + id + ":1\""), more);
    assertTrue(more.contains("Cart (1)"), more);
    assertEquals(404, NODE.client().get("/storefront/shop/none").status());
    String page = NODE.client().get("/cart/" + id + "," + id + ":1").text();
    assertTrue(page.contains("$6.00"), page);
    assertTrue(NODE.client().get("/cart/" + id + ":3").text().contains("only 2 left"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', a, 2, true, /cart/a:2",
    "'', a, 2, false, /cart/a:2",
    "a:1, a, 2, true, /cart/a:3",
    "a:1, a, 2, false, /cart/a:2",
    "'a:1,b:2', a, 0, false, /cart/b:2",
    "a:1, a, 0, false, /storefront/shop",
    "a:90, a, 99, true, /cart/a:99",
    "'', a, 0, true, /storefront/shop",
  })
  void redirectsToChangedCart(String cart, String variant, int quantity, boolean add, String path) {
    String query = cart.isEmpty() ? "" : "cart=" + cart + "&";
    Client.Reply reply =
        NODE.client()
            .get("/cart?" + query + "variant=" + variant + "&quantity=" + quantity + "&add=" + add);
    assertEquals(303, reply.status(), reply.text());
    assertEquals(path, FORMS.path(reply.header("Location")));
  }

  @Test
  void rejectsCartWithTooManyLines() {
    String full =
        IntStream.range(0, 50).mapToObj(i -> "v" + i + ":1").collect(Collectors.joining(","));
    String query = "/cart?quantity=1&cart=" + full + "&variant=";
    assertEquals(400, NODE.client().get(query + "new").status());
    assertEquals(303, NODE.client().get(query + "v49").status());
  }

  @Test
  void sendsStrictContentSecurityPolicy() {
    JsonObject book = SHOP.sell("Strict", "3", new JsonObject().put("S", 2));
    for (String path :
        new String[] {
          "/storefront/shop", "/storefront/shop/" + book.getString("handle"), cart(book)
        }) {
      Client.Reply page = NODE.client().get(path);
      assertEquals("text/html", page.header("Content-Type"));
      assertTrue(page.header("Content-Security-Policy").startsWith("default-src 'none'"));
      assertFalse(page.header("Content-Security-Policy").contains("unsafe"));
      assertTrue(page.text().contains("<html lang=\"en\">"));
    }
  }

  @Test
  void escapesUserInputInPages() {
    String evil = "<script>alert(1)</script>\"'&";
    JsonObject product =
        JsonObject.of(
            "name", evil, "description", evil, "price", 1, "stock", new JsonObject().put(evil, 1));
    String id =
        SHOP.owner("POST", "/api/proxy/products").json(product).send().json().getString("id");
    JsonObject shown = SHOP.listed(id);
    String cart = cart(shown);
    JsonObject form = FORMS.form(cart).put("name", "").put("address", evil + "</textarea>");
    for (String page :
        new String[] {
          NODE.client().get("/storefront/shop?limit=100").text(),
          NODE.client().get("/storefront/shop/" + shown.getString("handle")).text(),
          NODE.client().get(cart).text(),
          FORMS.send(cart, form).text()
        }) {
      assertFalse(page.contains("<script>"), page);
      assertTrue(page.contains("&lt;script&gt;"), page);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "name, '', your name",
    "name, '   ', your name",
    "email, nobody, email address",
    "address, '', shipping address",
    "total, 0.01, have changed",
    "key, 1, have changed",
  })
  void showsProblemOfInvalidForm(String field, String value, String problem) {
    JsonObject book = SHOP.sell("Form", "3", new JsonObject().put("S", 2));
    Client.Reply reply = FORMS.send(cart(book), FORMS.form(cart(book)).put(field, value));
    assertEquals(200, reply.status());
    assertTrue(reply.text().contains("role=\"alert\""), reply.text());
    assertTrue(reply.text().contains(problem), reply.text());
    assertEquals(0, FORMS.count(book.getString("title") + field));
  }

  @Test
  void rejectsOrderWithZeroTotal() {
    JsonObject gift = SHOP.sell("Gift", "0", new JsonObject().put("S", 2));
    assertTrue(FORMS.send(cart(gift), FORMS.form(cart(gift))).text().contains("total of zero"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:0", "x:1e9", "a:100", "a:1:1", "a,,b", ":1", "a:b", "a%20b", "%00"})
  void rejectsInvalidCartPath(String lines) {
    assertEquals(400, NODE.client().get("/cart/" + lines).status());
  }

  @Test
  void returns404WhenAllVariantsAreUnknown() {
    JsonObject book = SHOP.sell("Known", "3", new JsonObject().put("S", 2));
    assertEquals(404, NODE.client().get("/cart/43696963526718:1").status());
    Client.Reply half = NODE.client().get(cart(book) + ",43696963526718:1");
    assertEquals(200, half.status());
    assertTrue(half.text().contains("no longer available"), half.text());
    assertEquals(404, FORMS.send("/cart/1:1", new JsonObject().put("name", "x")).status());
  }

  private static String cart(JsonObject product) {
    return "/cart/" + variant(product, 0).getString("legacyId") + ":1";
  }
}
