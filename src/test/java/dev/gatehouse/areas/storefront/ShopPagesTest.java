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

/** Shop pages of a node without a payment provider, where the owner handles payments. */
class ShopPagesTest {
  private static final String ORDERS = "/api/proxy/storefront/orders";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @Test
  void placesOrderForOwnerToDecide() throws IOException {
    JsonObject book = SHOP.sell("First", "3", JsonObject.of("S", 2));
    int made = figure("shop orders");
    int waiting = figure("shop orders awaiting your decision");
    String order = FORMS.order(cart(book));
    NODE.get(order).has("Thank you for your order");
    assertEquals(made + 1, figure("shop orders"));
    assertEquals(waiting + 1, figure("shop orders awaiting your decision"));
    JsonObject listed = FORMS.listed(order);
    assertEquals("placed", listed.getString("state"));
    new Mails(NODE).await(listed.getString("reference") + ": placed");
    new Mails(NODE).await("Your order " + listed.getString("reference"));
    String path = ORDERS + "/" + listed.getString("_id");
    JsonObject paid = JsonObject.of("decision", "paid");
    assertEquals("paid", SHOP.owner("PUT", path).json(paid).send().json().getString("state"));
    assertEquals(waiting, figure("shop orders awaiting your decision"));
    SHOP.owner("PUT", path).json(paid).expect(409);
    String none = ORDERS + "/" + "0".repeat(32);
    SHOP.owner("PUT", none).json(paid).expect(404);
    String second = FORMS.order(cart(book));
    JsonObject cancelled = JsonObject.of("decision", "cancelled");
    SHOP.owner("PUT", ORDERS + "/" + FORMS.listed(second).getString("_id")).json(cancelled).send();
    assertTrue(variant(SHOP.listed(book.getString("legacyId")), 0).getBoolean("available"));
  }

  private static int figure(String name) throws IOException {
    JsonObject ever =
        JsonObject.of("from", Instant.EPOCH, "until", NODE.clock.instant().plusSeconds(1));
    Client.Reply figures = NODE.manage("storefront.figures", ever);
    return figures.found("figures", "name", name).getInteger("count");
  }

  /** Products that are sold elsewhere have prices in other currencies. */
  @Test
  void showsPricesThatTheCurrencyCannotExpress() {
    JsonObject sold =
        new JsonObject()
            .put("name", "Half a cent")
            .put("price", 5.125)
            .put("url", "https://elsewhere.example/half")
            .put("stock", JsonObject.of("S", 2));
    String id = SHOP.owner("POST", "/api/proxy/products").json(sold).send().json().getString("id");
    JsonObject product = SHOP.listed(id);
    for (String path :
        List.of("/storefront/shop", "/storefront/shop/" + product.getString("handle"))) {
      NODE.get(path + "?q=Half+a+cent").expect(200).has("$5.125");
    }
  }

  @Test
  void linksShopProductAndCartPages() {
    JsonObject book = SHOP.sell("Way", "3", JsonObject.of("S", 2, "L", 0));
    NODE.get("/storefront/shop?limit=100").has("/storefront/shop/" + book.getString("handle"));
    NODE.get("/storefront/shop/" + book.getString("handle"))
        .has(
            "value=\"" + variant(book, 0).getString("legacyId"),
            "L\n<small>Sold out</small>",
            "only 2 left");
    String id = variant(book, 0).getString("legacyId");
    NODE.get("/storefront/shop/" + book.getString("handle") + "?cart=" + id)
        .has("name=\"cart\" value=\"" + id + ":1\"", "Cart (1)");
    NODE.get("/storefront/shop/none").expect(404);
    NODE.get("/cart/" + id + "," + id + ":1").has("$6.00");
    NODE.get("/cart/" + id + ":3").has("only 2 left");
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
        NODE.get("/cart?" + query + "variant=" + variant + "&quantity=" + quantity + "&add=" + add)
            .expect(303);
    assertEquals(path, FORMS.path(reply.header("Location")));
  }

  @Test
  void rejectsCartWithTooManyLines() {
    String full =
        IntStream.range(0, 50).mapToObj(i -> "v" + i + ":1").collect(Collectors.joining(","));
    String query = "/cart?quantity=1&cart=" + full + "&variant=";
    NODE.get(query + "new").expect(400);
    NODE.get(query + "v49").expect(303);
  }

  @Test
  void sendsStrictContentSecurityPolicy() {
    JsonObject book = SHOP.sell("Strict", "3", JsonObject.of("S", 2));
    for (String path :
        new String[] {
          "/storefront/shop", "/storefront/shop/" + book.getString("handle"), cart(book)
        }) {
      Client.Reply page = NODE.get(path);
      assertEquals("text/html", page.header("Content-Type"));
      assertTrue(page.header("Content-Security-Policy").startsWith("default-src 'none'"));
      assertFalse(page.header("Content-Security-Policy").contains("unsafe"));
      page.has("<html lang=\"en\">");
    }
  }

  @Test
  void escapesUserInputInPages() {
    String evil = "<script>alert(1)</script>\"'&";
    JsonObject product =
        JsonObject.of(
            "name", evil, "description", evil, "price", 1, "stock", JsonObject.of(evil, 1));
    String id =
        SHOP.owner("POST", "/api/proxy/products").json(product).send().json().getString("id");
    JsonObject shown = SHOP.listed(id);
    String cart = cart(shown);
    JsonObject form = FORMS.form(cart).put("name", "").put("address", evil + "</textarea>");
    for (String page :
        new String[] {
          NODE.get("/storefront/shop?limit=100").text(),
          NODE.get("/storefront/shop/" + shown.getString("handle")).text(),
          NODE.get(cart).text(),
          FORMS.send(cart, form).text(),
          NODE.get(FORMS.order(cart)).text()
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
    JsonObject book = SHOP.sell("Form", "3", JsonObject.of("S", 2));
    FORMS
        .send(cart(book), FORMS.form(cart(book)).put(field, value))
        .expect(200)
        .has("role=\"alert\"", problem);
    assertEquals(0, FORMS.count(book.getString("title") + field));
  }

  @Test
  void rejectsOrderWithZeroTotal() {
    JsonObject gift = SHOP.sell("Gift", "0", JsonObject.of("S", 2));
    FORMS.send(cart(gift), FORMS.form(cart(gift))).has("total of zero");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:0", "x:1e9", "a:100", "a:1:1", "a,,b", ":1", "a:b", "a%20b", "%00"})
  void rejectsInvalidCartPath(String lines) {
    NODE.get("/cart/" + lines).expect(400);
  }

  @Test
  void returns404WhenAllVariantsAreUnknown() {
    JsonObject book = SHOP.sell("Known", "3", JsonObject.of("S", 2));
    NODE.get("/cart/43696963526718:1").expect(404);
    NODE.get(cart(book) + ",43696963526718:1").expect(200).has("no longer available");
    FORMS.send("/cart/1:1", JsonObject.of("name", "x")).expect(404);
  }

  private static String cart(JsonObject product) {
    return Shop.cart(product, 1);
  }
}
