package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderItem;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PlainAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PurchaseUnit;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.AreaLimits;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Orders against a catalogue on the bus, in which one shirt costs 14.9 and another has an invalid
 * price.
 */
class PriceCheckTest {
  private static final String SHIRT = "0123456789abcdef01234567";
  private static final String ODD = "0123456789abcdef01234568";
  private static final Vertx VERTX = Vertx.vertx();
  private static final Dispatcher BUS = new Dispatcher(VERTX, new Random(1));

  static {
    VERTX
        .deployVerticle(
            new AreaVerticle(new Catalogue(), BUS, AreaLimits.of(4), StoreFailures::answer))
        .await();
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

  private static PriceCheck check(boolean on, String currency) {
    return new PriceCheck(new PaymentsSettings.Catalogue(on, currency), BUS);
  }

  private static Call call(Duration patience) {
    return Call.message("payments.createOrder", Origin.ownTask("r", "test"), patience, Map.of());
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
    assertDoesNotThrow(() -> check(true, "USD").check(call(Duration.ofSeconds(20)), order));
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
    CreateOrderRequest order = order(sku, currency, value);
    ApiError failure =
        assertThrows(
                ApiException.class,
                () -> check(true, "USD").check(call(Duration.ofSeconds(20)), order))
            .failure();
    assertEquals(400, failure.status());
    assertTrue(failure.message().contains("purchase_units[0].items[0]"), failure.message());
    assertTrue(failure.message().contains(part), failure.message());
  }

  @Test
  void rejectsAmountWithoutItems() {
    ApiError failure =
        assertThrows(
                ApiException.class,
                () -> check(true, "USD").check(call(Duration.ofSeconds(20)), order(null)))
            .failure();
    assertEquals(
        "400 purchase_units[0].items is required", failure.status() + " " + failure.message());
  }

  @Test
  void acceptsAnyAmountWhenCheckDisabled() {
    assertDoesNotThrow(() -> check(false, "USD").check(call(Duration.ofSeconds(20)), order(null)));
  }
}
