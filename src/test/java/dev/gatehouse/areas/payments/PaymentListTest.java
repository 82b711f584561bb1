package dev.gatehouse.areas.payments;

import static dev.gatehouse.areas.payments.PaymentsInMemory.NOW;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link OrderList} and {@link PaymentsSettings}. */
class PaymentListTest {
  private final PaymentsInMemory payments = new PaymentsInMemory();
  private final OrderList list = new OrderList(payments.orders);
  private int number;

  /** Stores an order, each a minute after the last. */
  private void add(OrderState state, String currency, String value, Instant paidAt) {
    Money money = Money.of(currency, value);
    var terms =
        new PaymentOrder.Terms(
            "print", "CAPTURE", money, "Prints", NOW.plusSeconds(60L * number), null);
    String id = String.format(Locale.ROOT, "%024x", ++number);
    var capture = new PaymentOrder.Capture("C" + number, "COMPLETED", money);
    var payment =
        new PaymentOrder.Payment(
            capture.id(), List.of(capture), "a@b", paidAt, paidAt == null ? "odd" : null, NOW);
    payments.orders.add(
        PaymentOrder.creating(id, terms, NOW)
            .created("5O" + number, "CREATED", List.of(), NOW)
            .reported(state, "COMPLETED", List.of(), payment, null));
  }

  private JsonObject page(int limit, int skip) {
    return page(limit, skip, "sort", "newest");
  }

  private JsonObject page(int limit, int skip, String name, String value) {
    Map<String, Object> parameters = Map.of("limit", limit, "skip", skip, name, value);
    Origin owner = Origin.ownTask("r", "owner");
    Deadline deadline = Deadline.in(Duration.ofSeconds(20));
    var call = new Call("payments.listOrders", owner, deadline, parameters, null, List.of());
    return list.list(call).json().toJsonObject();
  }

  @Test
  void describesOrder() {
    add(OrderState.PAID, "USD", "10.00", NOW);
    JsonObject order = page(9, 0).getJsonArray("orders").getJsonObject(0);
    assertEquals("000000000000000000000001", order.getString("localId"));
    assertEquals("5O1", order.getString("id"));
    assertEquals("paid", order.getString("state"));
    assertEquals("COMPLETED", order.getString("status"));
    assertEquals("10.00", order.getJsonObject("amount").getString("value"));
    assertEquals("Prints", order.getString("description"));
    assertEquals("a@b", order.getString("payerEmail"));
    assertEquals("C1", order.getJsonArray("captures").getJsonObject(0).getString("id"));
    assertNull(order.getString("problem"));
  }

  @Test
  void returnsPages() {
    add(OrderState.PAID, "USD", "10.00", NOW);
    add(OrderState.PAID, "USD", "10.00", NOW);
    add(OrderState.OPEN, "USD", "10.00", null);
    JsonObject first = page(2, 0).getJsonObject("pagination");
    assertEquals(3, first.getInteger("total"));
    assertTrue(first.getBoolean("hasMore"));
    assertFalse(page(2, 1).getJsonObject("pagination").getBoolean("hasMore"));
    JsonObject paid = page(9, 0, "state", "paid");
    assertEquals(2, paid.getJsonArray("orders").size());
    assertEquals(2, paid.getJsonObject("pagination").getInteger("total"));
    assertEquals(9, paid.getJsonObject("pagination").getInteger("limit"));
    assertEquals(
        "5O1",
        page(1, 0, "sort", "oldest").getJsonArray("orders").getJsonObject(0).getString("id"));
  }

  @Test
  void findsOrderByEitherId() {
    add(OrderState.PAID, "USD", "10.00", NOW);
    for (String id : List.of("5O1", "000000000000000000000001")) {
      JsonObject found = page(9, 3, "q", id);
      assertEquals(1, found.getJsonArray("orders").size());
      assertEquals(1, found.getJsonObject("pagination").getInteger("total"));
      assertFalse(found.getJsonObject("pagination").getBoolean("hasMore"));
    }
    assertEquals(0, page(9, 0, "q", "5O").getJsonArray("orders").size());
  }

  @Test
  void addsPaidAmountsByCurrency() {
    add(OrderState.PAID, "USD", "10.00", NOW);
    add(OrderState.REFUNDED, "USD", "2.50", NOW);
    add(OrderState.PAID, "EUR", "1.00", NOW);
    add(OrderState.PAID, "USD", "99.00", NOW.plusSeconds(600));
    add(OrderState.PENDING, "USD", "5.00", null);
    add(OrderState.CAPTURING, "USD", "5.00", null);
    var day = new Figures.Period(NOW, NOW.plusSeconds(300));
    assertEquals(
        List.of(
            "orders 5",
            "orders paid (1.00 EUR, 12.50 USD) 3",
            "payments needing attention 6",
            "payments pending 1",
            "captures with unknown outcome 1"),
        list.figures(PaymentsInMemory.call(), day).figures().stream()
            .map(figure -> figure.title() + ' ' + figure.count())
            .toList());
    var before = new Figures.Period(NOW.minusSeconds(60), NOW);
    assertEquals(
        "orders paid", list.figures(PaymentsInMemory.call(), before).figures().get(1).title());
  }

  private static PaymentsSettings settings(String... set) {
    Map<String, String> values =
        Stream.of(set)
            .map(each -> each.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    return PaymentsSettings.read(TestSettings.of("PAYMENTS_", values).section("payments"));
  }

  @Test
  void readsSettings() {
    PaymentsSettings settings =
        settings(
            "URL=https://pay.example//",
            "CLIENT_ID=id",
            "CLIENT_SECRET=secret",
            "TIMEOUT=20s",
            "WEBHOOK_ID=w");
    assertEquals("https://pay.example", settings.account().url());
    assertTrue(settings.isConfigured());
    settings.mustBeConfigured();
    settings.mustHaveWebhook();
    assertFalse(settings().isConfigured());
    assertFalse(settings("URL=https://pay", "CLIENT_ID=id").isConfigured());
    assertFalse(settings("URL=https://pay", "CLIENT_SECRET=id").isConfigured());
  }

  @ParameterizedTest
  @CsvSource({
    "RETURN_URL, https://a, must be set together",
    "CURRENCY, ZZZ, must be a currency",
    "TIMEOUT, 21s, must be 20s or less",
    "TIMEOUT, 0s, must be 20s or less",
    "WEBHOOK_CERTIFICATES, https://a.example/certs, end in a slash",
    "WEBHOOK_CERTIFICATES, ftp://a.example/, end in a slash",
  })
  void rejectsSettings(String name, String value, String message) {
    SettingsException refused =
        assertThrows(SettingsException.class, () -> settings(name + "=" + value));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }

  @Test
  void rejectsCurrencyThatCannotBePaid() {
    assertEquals("KWD", settings("CURRENCY=KWD").catalogue().currency());
    String[] set = {"CURRENCY=KWD", "URL=https://pay", "CLIENT_ID=id", "CLIENT_SECRET=secret"};
    SettingsException refused = assertThrows(SettingsException.class, () -> settings(set));
    String part = "which the payment provider does not accept";
    assertTrue(refused.getMessage().contains(part), refused.getMessage());
  }
}
