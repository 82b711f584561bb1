package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.payments.SignedEvents;
import dev.gatehouse.areas.payments.SimulatedOrder;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sales in currencies with two, no and three decimals. */
@Tag("slow")
class CurrenciesTest {
  /** Runs a sale on a new node. */
  @FunctionalInterface
  private interface Sale {
    void on(TestNode node, PayPalSimulator provider) throws Exception;
  }

  private static void sell(String currency, boolean online, Sale sale) throws Exception {
    try (var provider = new PayPalSimulator()) {
      TestNode node = new TestNode().behindProxy().with("PAYMENTS_CURRENCY", currency);
      if (online) {
        node.with(provider.settings())
            .with("PAYMENTS_WEBHOOK_ID", SignedEvents.WEBHOOK)
            .with("PAYMENTS_WEBHOOK_CERTIFICATES", provider.certificates())
            .with("PAYMENTS_PRICE_CHECK", "true");
      }
      try {
        node.beforeAll(null);
        sale.on(node, provider);
      } finally {
        node.afterAll(null);
      }
    }
  }

  /** Returns an amount as English pages write it. */
  private static String shown(String currency, String amount) {
    var format = NumberFormat.getCurrencyInstance(Locale.ENGLISH);
    Currency unit = Currency.getInstance(currency);
    format.setCurrency(unit);
    int decimals = new BigDecimal(amount).scale();
    format.setMinimumFractionDigits(decimals);
    format.setMaximumFractionDigits(decimals);
    return format.format(new BigDecimal(amount)).replaceAll("(?<=\\p{L})(?=\\d)", "\u00a0");
  }

  @ParameterizedTest
  @CsvSource({
    "USD, 12.50, 25.00, 0.05, 24.95",
    "HUF, 2990, 5980, 80, 5900",
    "JPY, 1200, 2400, 1, 2399"
  })
  void sellsAndRefundsInCurrency(
      String currency, String price, String paid, String part, String rest) throws Exception {
    sell(
        currency,
        true,
        (node, provider) -> {
          var forms = new BuyersForms(node);
          JsonObject book = new Shop(node).sell("Book", price, new JsonObject().put("hard", 3));
          String cart = "/cart/" + Shop.variant(book, 0).getString("legacyId") + ":2";
          String order = forms.order(cart);
          String page = node.client().get(order).text();
          assertTrue(page.contains(shown(currency, paid)), page);
          provider.approve(forms.paymentOrder(order));
          assertEquals(303, forms.act(order, "pay").status());
          assertEquals("paid", forms.listed(order).getString("state"));
          JsonObject listed = newestPayment(node);
          assertEquals("paid", listed.getString("state"));
          assertEquals(
              new JsonObject().put("currency_code", currency).put("value", paid),
              listed.getJsonObject("amount"),
              listed.encode());
          var owner = new OwnersOrders(node);
          assertEquals(400, owner.refund(order, "r-0", "0.001", currency).status());
          assertEquals(200, owner.refund(order, "r-1", part, currency).status());
          page = node.client().get(order).text();
          assertTrue(page.contains("Refunded: " + shown(currency, part)), page);
          assertEquals(200, owner.refund(order, "r-2").status());
          assertEquals("refunded", forms.listed(order).getString("state"));
          assertEquals(
              List.of(part, rest), provider.order(forms.paymentOrder(order)).refundValues());
        });
  }

  /** One payer's dispute is lost, and another payer's is won. */
  @ParameterizedTest
  @CsvSource({"USD, 12.50, 25.00", "HUF, 2990, 5980", "JPY, 1200, 2400"})
  void endsDisputesInCurrency(String currency, String price, String paid) throws Exception {
    sell(
        currency,
        true,
        (node, provider) -> {
          var signer = new SignedEvents(provider);
          var forms = new BuyersForms(node);
          JsonObject book = new Shop(node).sell("Book", price, new JsonObject().put("hard", 9));
          for (boolean won : List.of(false, true)) {
            String order = forms.order("/cart/" + variantId(book) + ":2");
            SimulatedOrder payment = provider.order(forms.paymentOrder(order));
            provider.approve(forms.paymentOrder(order));
            assertEquals(303, forms.act(order, "pay").status());
            String capture = payment.capture();
            receive(signer, node, SignedEvents.dispute("CUSTOMER.DISPUTE.CREATED", capture));
            assertEquals("paid", forms.listed(order).getString("state"));
            assertTrue(newestPayment(node).getString("problem").contains("opened a dispute"));
            payment.reverse();
            receive(signer, node, SignedEvents.refund("PAYMENT.CAPTURE.REVERSED", capture));
            Waiting.until(() -> forms.listed(order).getString("state").equals("charged_back"));
            assertTrue(node.client().get(order).text().contains("Your payment was reversed"));
            if (won) {
              payment.returnToShop();
            }
            receive(signer, node, SignedEvents.dispute("CUSTOMER.DISPUTE.RESOLVED", capture));
            String end = won ? "paid" : "charged_back";
            Waiting.until(() -> forms.listed(order).getString("state").equals(end));
            assertEquals(
                new JsonObject().put("amount", paid).put("currencyCode", currency),
                forms.listed(order).getJsonObject("captured"));
            assertEquals(end, newestPayment(node).getString("state"));
          }
        });
  }

  private static void receive(SignedEvents signer, TestNode node, JsonObject event)
      throws Exception {
    Client.Reply reply = signer.deliver(node, event);
    assertEquals(200, reply.status(), reply.text());
  }

  private static String variantId(JsonObject book) {
    return Shop.variant(book, 0).getString("legacyId");
  }

  /** Returns the newest payment. */
  private static JsonObject newestPayment(TestNode node) {
    return node.client()
        .request("GET", "/payments/orders")
        .key(TestNode.KEY)
        .send()
        .json()
        .getJsonArray("orders")
        .getJsonObject(0);
  }

  @Test
  void sellsNothingAtPriceTheProviderCannotTake() throws Exception {
    sell(
        "HUF",
        true,
        (node, provider) -> {
          JsonObject book =
              JsonObject.of(
                  "name", "Fillers", "price", 2990.5, "stock", new JsonObject().put("hard", 3));
          Client.Reply refused =
              node.client()
                  .request("POST", "/api/proxy/products")
                  .key(TestNode.KEY)
                  .json(book)
                  .send();
          assertEquals(400, refused.status());
          assertTrue(refused.text().contains("since the shop sells in HUF"), refused.text());
        });
  }

  @Test
  void rejectsUnsupportedCurrencyAtStartup() {
    Exception failed =
        assertThrows(Exception.class, () -> sell("KWD", true, (node, provider) -> {}));
    assertTrue(failed.getMessage().contains("payments.currency is KWD"), failed.getMessage());
    assertTrue(failed.getMessage().contains("AUD, BRL"), failed.getMessage());
    assertTrue(failed.getMessage().contains("without online payment"), failed.getMessage());
  }

  @Test
  void takesUnsupportedCurrencyWithoutProvider() throws Exception {
    sell(
        "KWD",
        false,
        (node, provider) -> {
          var forms = new BuyersForms(node);
          JsonObject book = new Shop(node).sell("Book", "1.234", new JsonObject().put("hard", 3));
          String order = forms.order("/cart/" + Shop.variant(book, 0).getString("legacyId") + ":2");
          Client.Reply page = node.client().get(order);
          assertTrue(page.text().contains("KWD\u00a02.468"), page.text());
          assertEquals("placed", forms.listed(order).getString("state"));
          assertTrue(page.text().contains("payment instructions"), page.text());
          var owner = new OwnersOrders(node);
          assertEquals(200, owner.decide(order, "paid").status());
          assertEquals(200, owner.ship(order, "Post", "1").status());
          assertEquals("shipped", forms.listed(order).getString("state"));
          Client.Reply refund = owner.refund(order, "r-1", "1.234", "KWD");
          assertEquals(200, refund.status(), refund.text());
          assertEquals("partly_refunded", forms.listed(order).getString("state"));
        });
  }
}
