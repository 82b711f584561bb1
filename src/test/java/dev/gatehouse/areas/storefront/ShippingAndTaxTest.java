package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders with shipping costs, a tax that is added to the prices, and terms. */
class ShippingAndTaxTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();

  @RegisterExtension
  static final TestNode NODE =
      PROVIDER
          .node()
          .with("PAYMENTS_CURRENCY=EUR PAYMENTS_PRICE_CHECK=true STOREFRONT_COUNTRY=DE")
          .with("STOREFRONT_PRICES_INCLUDE_TAX=false THEME_LEGAL=src/test/resources/legal")
          .with(
              "STOREFRONT_SHIPPING_RATES",
              "Standard: DE AT = 4.90, Express <1>: DE = 9.90, Abroad: CH = 14.90")
          .with("STOREFRONT_TAX_RATES", "DE = 19, AT = 20")
          .with("STOREFRONT_SELLER", "Ada Lovelace | 1 Some Street | VAT <1>");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @BeforeAll
  static void heal() {
    PROVIDER.heal();
  }

  private static String cart(String title, String price, int stock) {
    JsonObject book = SHOP.sell(title, price, JsonObject.of("one", stock));
    return Shop.cart(book, 1);
  }

  private static JsonObject form(String cart) {
    return FORMS.form(cart).put("terms", "on");
  }

  private static JsonObject money(String value) {
    return JsonObject.of("currency_code", "EUR", "value", value);
  }

  private static JsonObject price(String amount) {
    return JsonObject.of("amount", amount, "currencyCode", "EUR");
  }

  @Test
  void chargesExactlyTheTotalThatTheBuyerSaw() {
    String cart = cart("Charged", "10", 3);
    Client.Reply page = NODE.get(cart + "?shipping=Express%20%3C1%3E&country=DE");
    // 10.00 + 9.90 = 19.90, and 19 % of it: 3.781.
    for (String shown : List.of("€9.90", "Tax, 19 %", "€3.78", "€23.68")) {
      assertTrue(page.text().contains(shown), shown + " in " + page.text());
    }
    JsonObject form = form(cart + "?shipping=Express%20%3C1%3E&country=DE");
    assertEquals("23.68", form.getString("total"));
    assertEquals("Express &lt;1>", form.getString("shipping").replace("&gt;", ">"));
    Client.Reply ordered = FORMS.send(cart, form.put("shipping", "Express <1>")).expect(303);
    String order = FORMS.path(ordered.header("Location"));
    JsonObject amount = PROVIDER.order(FORMS.paymentOrder(order)).ordered();
    assertEquals("23.68", amount.getString("value"));
    assertEquals(
        JsonObject.of(
            "item_total", money("10.00"), "shipping", money("9.90"), "tax_total", money("3.78")),
        amount.getJsonObject("breakdown"));
    FORMS.pay(PROVIDER, order);
    JsonObject listed = FORMS.listed(order);
    assertEquals("paid", listed.getString("state"));
    assertEquals(price("23.68"), listed.getJsonObject("total"));
    assertEquals(price("23.68"), listed.getJsonObject("captured"));
    assertEquals(price("10.00"), listed.getJsonObject("subtotal"));
    assertEquals(
        JsonObject.of("name", "Express <1>", "country", "DE", "price", price("9.90")),
        listed.getJsonObject("shipping"));
    assertEquals(
        new JsonObject().put("percent", "19").put("included", false).put("amount", price("3.78")),
        listed.getJsonObject("tax"));
    JsonObject buyer = listed.getJsonObject("buyer");
    assertEquals("1 Some Street\n10115 Some City\nGermany", buyer.getString("address"));
    assertEquals("DE", buyer.getJsonObject("postal").getString("country"));
    String receipt = NODE.get(order).text();
    for (String shown :
        List.of("Express &lt;1&gt;, Germany", "€3.78", "€23.68", "VAT &lt;1&gt;", "as a receipt")) {
      assertTrue(receipt.contains(shown), shown + " in " + receipt);
    }
    // The link of an order may be in the mailbox of another person.
    assertFalse(receipt.contains("Some City"), receipt);
  }

  /** The form is that of another delivery, as if the rates had changed meanwhile. */
  @ParameterizedTest
  @CsvSource({
    "shipping, Express <1>, have changed",
    "country, AT, have changed",
    "country, CH, have changed",
    "country, FR, does not ship to France",
    "country, US, does not ship to United States",
    "total, 10.00, have changed",
    "total, 0, have changed",
    "total, '17.73 ', have changed",
    "terms, '', Accept the terms",
    "city, ' ', the city",
    "postcode, '', the postcode",
  })
  void showsCartAgainIfItChanged(String field, String value, String problem) {
    String title = "Changed " + field + value;
    String cart = cart(title, "10", 1);
    FORMS
        .send(cart, form(cart).put(field, value))
        .expect(200)
        .has(problem, "value=\"Ada Lovelace\"");
    assertEquals(0, FORMS.count(title));
  }

  @ParameterizedTest
  @CsvSource({
    "country=de, 400", "country=DEU, 400", "shipping=a%00b, 400",
    "country=XX, 200", "country=FR, 200", "country=AT, 200"
  })
  void validatesDeliveryInAddress(String query, int status) {
    NODE.get(cart("At " + query, "1", 1) + '?' + query).expect(status);
  }

  @Test
  void keepsDeliveryWhenQuantityChanges() {
    String cart = cart("Kept", "10", 5);
    String variant = cart.substring("/cart/".length()).replace(":1", "");
    String query = "&quantity=2&country=DE&shipping=Express%20%3C1%3E";
    Client.Reply changed = NODE.get("/cart?cart=" + variant + ":1&variant=" + variant + query);
    assertEquals(
        "/cart/" + variant + ":2?country=DE&shipping=Express%20%3C1%3E",
        FORMS.path(changed.header("Location")));
    NODE.get(FORMS.path(changed.header("Location")))
        .has("€35.58", variant + ":3?country=DE&amp;shipping=Express%20%3C1%3E");
  }

  @Test
  void chargesLargestPriceExactly() {
    String cart = cart("Largest", "1000000000", 20).replace(":1", ":20");
    Client.Reply ordered = FORMS.send(cart, form(cart)).expect(303);
    String order = FORMS.path(ordered.header("Location"));
    JsonObject amount = PROVIDER.order(FORMS.paymentOrder(order)).ordered();
    // 19 % of 20,000,000,004.90 is 3,800,000,000.931.
    assertEquals("23800000005.83", amount.getString("value"));
    assertEquals(
        money("3800000000.93"), amount.getJsonObject("breakdown").getJsonObject("tax_total"));
  }

  @Test
  void showsCostsToClientsOfTheApi() {
    JsonObject feed = NODE.get("/storefront/llms.json").json();
    assertEquals(false, feed.getBoolean("taxIncluded"));
    assertEquals(3, feed.getJsonArray("shipping").size());
    assertEquals(
        "{\"name\":\"Standard\",\"countries\":[\"DE\",\"AT\"],\"price\":4.90,\"freeFrom\":null}",
        feed.getJsonArray("shipping").getJsonObject(0).encode().replace("4.9,", "4.90,"));
    JsonObject shop = Shop.data(SHOP.ask("{ shop { shipsToCountries } }"), "shop");
    assertEquals(JsonArray.of("AT", "CH", "DE"), shop.getJsonArray("shipsToCountries"));
    String variant =
        SHOP.sell("Graph", "10", JsonObject.of("one", 3))
            .getJsonArray("variants")
            .getJsonObject(0)
            .getString("id");
    JsonObject cart =
        Shop.data(
            SHOP.ask(
                "mutation { cartCreate(input: {lines: [{merchandiseId: \"%s\"}], buyerIdentity: {countryCode: AT}}) { cart { cost { subtotalAmount { amount } totalTaxAmount { amount } totalAmount { amount } totalTaxAmountEstimated } } } }"
                    .formatted(variant)),
            "cartCreate");
    assertEquals(
        "{\"subtotalAmount\":{\"amount\":\"10.00\"},\"totalTaxAmount\":{\"amount\":\"2.00\"},\"totalAmount\":{\"amount\":\"12.00\"},\"totalTaxAmountEstimated\":true}",
        cart.getJsonObject("cart").getJsonObject("cost").encode());
  }

  @Test
  void servesLegalPages() {
    NODE.get("/legal/terms").expect(200).has("<h1>Our terms</h1>");
    NODE.get("/legal/imprint").expect(404);
    NODE.get("/legal/").expect(404);
    NODE.get("/storefront/shop")
        .has("<a href=\"/legal/terms\">Terms of sale</a>")
        .lacks("/legal/imprint");
  }
}
