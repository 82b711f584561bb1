package dev.gatehouse.areas.storefront.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Set;
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
}
