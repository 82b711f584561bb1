package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestServices;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderItem;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PlainAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PurchaseUnit;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders against a catalogue in which one shirt costs 14.9 and another less than a cent. */
class PriceCheckTest {
  private static final String SHIRT = "0123456789abcdef01234567";
  private static final String ODD = "0123456789abcdef01234568";
  private static final Vertx VERTX = Vertx.vertx();
  private static final Dispatcher BUS = new Dispatcher(VERTX, new Random(1));

  static {
    TestServices.deploy(VERTX, BUS, new Catalogue());
  }

  private record Catalogue() implements Area {
    @Override
    public String name() {
      return "commerce";
    }

    @Override
    public Map<String, Handler> operations() {
      return Map.of("commerce.product", Catalogue::product);
    }

    private static Answer product(Call call) {
      return switch (call.text("id")) {
        case SHIRT -> Answer.ok(Map.of("name", "A shirt", "price", 14.9));
        case ODD -> Answer.ok(Map.of("name", "Another", "price", 0.001));
        default -> throw ApiError.of(ErrorCode.PRODUCT_NOT_FOUND, "product not found").exception();
      };
    }
  }

  private static void check(boolean on, CreateOrderRequest order) {
    Origin origin = Origin.ownTask("r", "test");
    Call call = Call.message("payments.createOrder", origin, Duration.ofSeconds(20), Map.of());
    new PriceCheck(new PaymentsSettings.Catalogue(on, "USD"), BUS).check(call, order);
  }

  private static ApiError fault(CreateOrderRequest order) {
    return assertThrows(ApiException.class, () -> check(true, order)).failure();
  }

  private static CreateOrderRequest order(List<OrderItem> items) {
    var amount = new OrderAmount("USD", "14.90", null);
    return new CreateOrderRequest(
        "CAPTURE", List.of(new PurchaseUnit(null, null, null, null, amount, items)));
  }

  private static CreateOrderRequest order(String sku, String currency, String value) {
    return order(List.of(new OrderItem("A shirt", sku, "1", new PlainAmount(currency, value))));
  }

  @Test
  void acceptsCatalogPrice() {
    CreateOrderRequest order = order(SHIRT, "USD", "14.90");
    assertDoesNotThrow(() -> check(true, order));
  }

  @ParameterizedTest
  @CsvSource({
    SHIRT + ", USD, 14.89, unit_amount",
    SHIRT + ", USD, 0.01, unit_amount",
    SHIRT + ", EUR, 14.90, unit_amount",
    "0123456789abcdef01234569, USD, 14.90, sku must be",
    "'../../v1', USD, 14.90, sku must be",
    ", USD, 14.90, sku must be",
    ODD + ", USD, 0.00, cannot be paid"
  })
  void anyOtherIsRefused(String sku, String currency, String value, String part) {
    ApiError failure = fault(order(sku, currency, value));
    assertEquals(400, failure.status());
    assertTrue(failure.message().contains("purchase_units[0].items[0]"), failure.message());
    assertTrue(failure.message().contains(part), failure.message());
  }

  @Test
  void rejectsAmountWithoutItems() {
    ApiError failure = fault(order(null));
    assertEquals(
        "400 purchase_units[0].items is required", failure.status() + " " + failure.message());
  }

  @Test
  void acceptsAnyAmountWhenCheckDisabled() {
    assertDoesNotThrow(() -> check(false, order(null)));
  }
}
