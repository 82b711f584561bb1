package dev.gatehouse.areas.storefront.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.areas.storefront.orders.ShopOrders.OrderQuery;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.PointInTime;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link OrderQuery}. */
class OrderQueryTest {
  private static JsonObject conditions(String text) {
    return new OrderQuery(null, text, null, null, false).conditions();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "0123abcd | {\"_id\":{\"$gte\":\"0123abcd\",\"$lt\":\"0123abcdg\"}}",
        "# 0123ABCD # | {\"_id\":{\"$gte\":\"0123abcd\",\"$lt\":\"0123abcdg\"}}",
        "A.nn+x@Gmail.com | {\"buyer.mailbox\":\"ann@gmail.com\"}",
        "other | {\"_id\":\"other\"}",
        "## | {\"_id\":\"\"}",
      })
  void searchesNumbersAndAddresses(String text, String conditions) {
    assertEquals(new JsonObject(conditions), conditions(text));
  }

  @Test
  void combinesConditions() {
    assertEquals(new JsonObject(), OrderQuery.ALL.conditions());
    Instant from = Instant.parse("2026-01-01T00:00:00Z");
    var query = new OrderQuery(State.PAID, null, from, from.plusSeconds(60), true);
    assertEquals("PAID", query.conditions().getString("state"));
    JsonObject range = query.conditions().getJsonObject("createdAt");
    assertEquals(Set.of("$gte", "$lte"), range.fieldNames());
    assertEquals(2, query.conditions().size());
  }

  @Test
  void sortsInBothDirections() {
    assertEquals(new JsonObject("{\"createdAt\":-1,\"_id\":-1}"), OrderQuery.ALL.order());
    assertEquals(
        new JsonObject("{\"createdAt\":1,\"_id\":1}"),
        new OrderQuery(null, null, null, null, true).order());
  }

  @Test
  void readsParameters() {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("sort", "newest");
    assertEquals(OrderQuery.ALL, OrderQuery.of(call(parameters)));
    parameters.putAll(
        Map.of(
            "state", "partly_refunded",
            "q", "ann@example.org",
            "from", "2026-01-01",
            "until", "2026-01-02",
            "sort", "oldest"));
    assertEquals(
        new OrderQuery(
            State.PARTLY_REFUNDED,
            "ann@example.org",
            PointInTime.first("2026-01-01"),
            PointInTime.last("2026-01-02"),
            true),
        OrderQuery.of(call(parameters)));
  }

  private static Call call(Map<String, Object> parameters) {
    var origin = Origin.ownTask("r", "test");
    return new Call("storefront.orders", origin, null, parameters, null, List.of());
  }
}
