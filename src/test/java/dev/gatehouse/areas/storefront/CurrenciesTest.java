package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

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

  /** A shop with or without online payment. */
  private record In(String currency, boolean online) {
    void sell(Sale sale) throws Exception {
      try (var provider = new PayPalSimulator()) {
        TestNode node = new TestNode().behindProxy().with("PAYMENTS_CURRENCY", currency);
        if (online) {
          node.with(provider.settings())
              .with(provider.webhooks())
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
    new In(currency, true)
        .sell((node, provider) -> {
          var forms = new BuyersForms(node);
          JsonObject book = new Shop(node).sell("Book", price, JsonObject.of("hard", 3));
          String order = forms.order(Shop.cart(book, 2));
          node.get(order).has(shown(currency, paid));
          forms.pay(provider, order);
          assertEquals("paid", forms.state(order));
          JsonObject listed = newestPayment(node);
          assertEquals("paid", listed.getString("state"));
          assertEquals(
              JsonObject.of("currency_code", currency, "value", paid),
              listed.getJsonObject("amount"),
              listed.encode());
          var owner = new Shop(node);
          owner.refund(order, "r-0", "0.001", currency).expect(400);
          owner.refund(order, "r-1", part, currency).expect(200);
          node.get(order).has("Refunded: " + shown(currency, part));
          owner.refund(order, "r-2").expect(200);
          assertEquals("refunded", forms.state(order));
          assertEquals(
              List.of(part, rest), provider.order(forms.paymentOrder(order)).refundValues());
        });
  }

  /** One payer's dispute is lost, and another payer's is won. */
  @ParameterizedTest
  @CsvSource({"USD, 12.50, 25.00", "HUF, 2990, 5980", "JPY, 1200, 2400"})
  void endsDisputesInCurrency(String currency, String price, String paid) throws Exception {
    new In(currency, true)
        .sell((node, provider) -> {
          var signer = new SignedEvents(provider);
          var forms = new BuyersForms(node);
          JsonObject book = new Shop(node).sell("Book", price, JsonObject.of("hard", 9));
          for (boolean won : List.of(false, true)) {
            String order = forms.order(Shop.cart(book, 2));
            SimulatedOrder payment = provider.order(forms.paymentOrder(order));
            forms.pay(provider, order);
            String capture = payment.capture();
            receive(signer, node, SignedEvents.dispute("CUSTOMER.DISPUTE.CREATED", capture));
            assertEquals("paid", forms.state(order));
            assertTrue(newestPayment(node).getString("problem").contains("opened a dispute"));
            payment.reverse();
            receive(signer, node, SignedEvents.refund("PAYMENT.CAPTURE.REVERSED", capture));
            Waiting.until(() -> forms.state(order).equals("charged_back"));
            node.get(order).has("Your payment was reversed");
            if (won) {
              payment.returnToShop();
            }
            receive(signer, node, SignedEvents.dispute("CUSTOMER.DISPUTE.RESOLVED", capture));
            String end = won ? "paid" : "charged_back";
            Waiting.until(() -> forms.state(order).equals(end));
            assertEquals(
                JsonObject.of("amount", paid, "currencyCode", currency),
                forms.listed(order).getJsonObject("captured"));
            assertEquals(end, newestPayment(node).getString("state"));
          }
        });
  }

  private static void receive(SignedEvents signer, TestNode node, JsonObject event)
      throws Exception {
    signer.deliver(node, event).expect(200);
  }

  /** Returns the newest payment. */
  private static JsonObject newestPayment(TestNode node) {
    return node.owner("GET", "/payments/orders").send().list("orders").getFirst();
  }

  @Test
  void sellsNothingAtPriceTheProviderCannotTake() throws Exception {
    new In("HUF", true)
        .sell((node, provider) -> {
          JsonObject book =
              JsonObject.of("name", "Fillers", "price", 2990.5, "stock", JsonObject.of("hard", 3));
          node.owner("POST", "/api/proxy/products")
              .json(book)
              .expect(400)
              .has("since the shop sells in HUF");
        });
  }

  @Test
  void rejectsUnsupportedCurrencyAtStartup() {
    Exception failed =
        assertThrows(Exception.class, () -> new In("KWD", true).sell((node, provider) -> {}));
    assertTrue(failed.getMessage().contains("payments.currency is KWD"), failed.getMessage());
    assertTrue(failed.getMessage().contains("AUD, BRL"), failed.getMessage());
    assertTrue(failed.getMessage().contains("without online payment"), failed.getMessage());
  }

  @Test
  void takesUnsupportedCurrencyWithoutProvider() throws Exception {
    new In("KWD", false)
        .sell((node, provider) -> {
          var forms = new BuyersForms(node);
          JsonObject book = new Shop(node).sell("Book", "1.234", JsonObject.of("hard", 3));
          String order = forms.order(Shop.cart(book, 2));
          node.get(order).has("KWD\u00a02.468", "payment instructions");
          assertEquals("placed", forms.state(order));
          var owner = new Shop(node);
          owner.decide(order, "paid").expect(200);
          owner.ship(order, "Post", "1").expect(200);
          assertEquals("shipped", forms.state(order));
          owner.refund(order, "r-1", "1.234", "KWD").expect(200);
          assertEquals("partly_refunded", forms.state(order));
        });
  }
}
