package dev.gatehouse.areas.commerce.printshop;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.commerce.printshop.OrderReader.PrintfulOrder;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.Money;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the print shop's orders are worth in the books. */
class OrderReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false|{'total': '27.05', 'tax': '2.06', 'shipping': '5.00', 'subtotal': '19.99'}|24.99",
        "false|{'total': '23.80', 'tax': '0.00', 'vat': '3.80'}|20.00",
        "false|{'total': '24.99', 'tax': null}|24.99",
        "false|{'total': null}|39.98",
        "true|{'total': null}|0.00",
      })
  void countsReceiptsWithoutTaxesAndSamples(boolean sample, String retail, String gross)
      throws Exception {
    String order =
        """
        {"id": 7, "created": 1750000000, "status": "fulfilled", "is_sample": %s, "retail_costs": %s,
         "costs": {"currency": "USD", "total": "12.00"},
         "items": [{"name": "Book", "quantity": 2, "price": "6.00", "retail_price": "19.99"}]}\
        """
            .formatted(sample, retail.replace('\'', '"'));
    var settings = TestSettings.of(Map.of());
    var reader = new OrderReader(SalesRules.read(settings.section("printshop")), "USD");
    PrintOrder read =
        reader.read(Json.decode(order.getBytes(StandardCharsets.UTF_8), PrintfulOrder.class));
    assertEquals(Money.of("USD", gross), read.gross());
    assertEquals(Money.of("USD", "12.00"), read.costs());
  }
}
