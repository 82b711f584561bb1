package dev.gatehouse.areas.storefront.orders;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.simulation.SimulatedStore;
import dev.gatehouse.store.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InvoiceNumbersTest {
  private final TestClock clock = TestClock.stoppedAt(Instant.parse("2026-12-31T22:30:00Z"));
  private final Documents documents = SimulatedStore.withoutFaults();
  private final OrdersInMemory shop = new OrdersInMemory();

  private String next(InvoiceNumbers numbers, String key) {
    return numbers.numbered(shop.place(key).order()).numbers().invoice();
  }

  @Test
  void countsInEachYearOfTheOwner() {
    var numbers =
        new InvoiceNumbers(documents, "{year}/{number}", ZoneId.of("Europe/Berlin"), clock);
    assertEquals("2026/0001", next(numbers, "a"));
    assertEquals("2026/0002", next(numbers, "b"));
    assertEquals("2026/0001", next(numbers, "a"), "an order has one invoice");
    clock.advance(Duration.ofMinutes(30));
    assertEquals("2027/0001", next(numbers, "c"));
  }

  @Test
  void countsOnWithoutYear() {
    var numbers = new InvoiceNumbers(documents, "RE-{number}", ZoneOffset.UTC, clock);
    assertEquals("RE-0001", next(numbers, "a"));
    clock.advance(Duration.ofDays(9));
    ShopOrder second = numbers.numbered(shop.place("b").order());
    assertEquals("RE-0002", second.numbers().invoice());
    assertEquals(second, numbers.numbered(second));
    assertNull(next(new InvoiceNumbers(documents, "", ZoneOffset.UTC, clock), "c"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', true", "{number}, true", "RE {year}-{number}/a._, true",
    "{year}, false", "RE, false", "{number}{month}, false",
    "{number}ä, false"
  })
  void needsTheNumber(String pattern, boolean valid) {
    assertEquals(valid, InvoiceNumbers.isValid(pattern));
  }
}
