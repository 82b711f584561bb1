package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sales in currencies with two, no and three decimals. */
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
        node.with("PAYMENTS_URL", provider.url())
            .with("PAYMENTS_CLIENT_ID", PayPalSimulator.ID)
            .with("PAYMENTS_CLIENT_SECRET", PayPalSimulator.SECRET)
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
          assertTrue(page.contains(paid + ' ' + currency), page);
          provider.approve(forms.paymentOrder(order));
          assertEquals(303, forms.act(order, "pay").status());
          assertEquals("paid", forms.listed(order).getString("state"));
          JsonObject listed =
              node.client()
                  .request("GET", "/payments/orders")
                  .key(TestNode.KEY)
                  .send()
                  .json()
                  .getJsonArray("orders")
                  .getJsonObject(0);
          assertEquals("paid", listed.getString("state"));
          assertEquals(
              new JsonObject().put("currency_code", currency).put("value", paid),
              listed.getJsonObject("amount"),
              listed.encode());
          var owner = new OwnersOrders(node);
          assertEquals(400, owner.refund(order, "r-0", "0.001", currency).status());
          assertEquals(200, owner.refund(order, "r-1", part, currency).status());
          page = node.client().get(order).text();
          assertTrue(page.contains("Refunded: " + part + ' ' + currency), page);
          assertEquals(200, owner.refund(order, "r-2").status());
          assertEquals("refunded", forms.listed(order).getString("state"));
          assertEquals(
              List.of(part, rest), provider.order(forms.paymentOrder(order)).refundValues());
        });
  }

  @Test
  void sellsNothingAtPriceTheProviderCannotTake() throws Exception {
    sell(
        "HUF",
        true,
        (node, provider) -> {
          JsonObject book =
              new Shop(node).sell("Fillers", "2990.50", new JsonObject().put("hard", 3));
          assertTrue(book.getJsonArray("variants").isEmpty(), book.encode());
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
          assertTrue(page.text().contains("2.468 KWD"), page.text());
          assertEquals("placed", forms.listed(order).getString("state"));
        });
  }
}
