package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.areas.commerce.printshop.PrintOrder.Item;
import dev.gatehouse.areas.commerce.printshop.PrintOrder.SalesStatus;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PlainText;

/**
 * Converts the print shop's orders. An order with an invalid amount is stored with its problem, so
 * that the owner sees it, and is excluded from all totals.
 *
 * @param currency for amounts without one
 */
record OrderReader(SalesRules rules, String currency) {
  private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,12}(\\.[0-9]{1,10})?");
  private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029]");
  private static final int MAX_TEXT = 500;
  private static final BigDecimal MAX_QUANTITY = BigDecimal.valueOf(1_000_000);
  private static final long FIRST_SECOND = second(1900);
  private static final long LAST_SECOND = second(2200);

  private static long second(int year) {
    return LocalDate.of(year, 1, 1).atStartOfDay(ZoneOffset.UTC).toEpochSecond();
  }

  private static final class Unreadable extends Exception {
    Unreadable(String what) {
      super(what, null, false, false);
    }
  }

  /**
   * Converts an order.
   *
   * @throws IllegalArgumentException if it has no id or no time
   */
  PrintOrder read(PrintfulOrder received) {
    if (received.id() == null || received.id() <= 0) {
      throw new IllegalArgumentException("the order has no ID");
    }
    Instant created = time(received.created());
    Instant updated = received.updated() == null ? created : time(received.updated());
    Money gross = null;
    Money costs = null;
    String problem = null;
    try {
      checkItems(received);
      gross = gross(received);
      costs = total(received.costs(), costsCurrency(received), "costs.total").orElse(null);
    } catch (Unreadable e) {
      problem = e.getMessage();
    }
    return rules.classify(
        new PrintOrder(
            Long.toString(received.id()),
            text(received.externalId()),
            text(received.store()),
            text(received.status()).toLowerCase(Locale.ROOT),
            problem == null ? gross : null,
            costs,
            problem,
            received.sample(),
            items(received).stream().map(item -> item(received, item)).toList(),
            "",
            SalesStatus.UNCOUNTED,
            false,
            created,
            updated));
  }

  private static Instant time(Long seconds) {
    if (seconds == null || seconds < FIRST_SECOND || seconds >= LAST_SECOND) {
      throw new IllegalArgumentException("the order has no valid time");
    }
    return Instant.ofEpochSecond(seconds);
  }

  private static List<PrintfulOrder.Item> items(PrintfulOrder received) {
    return Json.present(received.items());
  }

  private void checkItems(PrintfulOrder received) throws Unreadable {
    if (received.items() != null && received.items().contains(null)) {
      throw new Unreadable("an item is missing");
    }
    for (PrintfulOrder.Item item : items(received)) {
      if (!isQuantity(item.quantity())) {
        throw new Unreadable("quantity is not a positive integer");
      }
      money(item.price(), costsCurrency(received), "price");
    }
  }

  /**
   * Returns what the buyer paid without taxes, or the sum of the item prices if there is no total.
   * A sample has no buyer.
   */
  private Money gross(PrintfulOrder received) throws Unreadable {
    String in = retailCurrency(received);
    Money sum = money("0", in, "retail_costs.currency").orElseThrow();
    if (received.sample()) {
      return sum;
    }
    Optional<Money> total = total(received.retailCosts(), in, "retail_costs.total");
    if (total.isPresent()) {
      Money taxes =
          money(received.retailCosts().tax(), in, "retail_costs.tax")
              .orElse(sum)
              .plus(money(received.retailCosts().vat(), in, "retail_costs.vat").orElse(sum));
      return total.get().plus(taxes.times(-1));
    }
    for (PrintfulOrder.Item item : items(received)) {
      Optional<Money> each = money(item.retailPrice(), in, "retail_price");
      if (each.isPresent()) {
        sum = sum.plus(each.get().times(item.quantity().longValueExact()));
      }
    }
    return sum;
  }

  private static Optional<Money> total(PrintfulOrder.Costs costs, String currency, String what)
      throws Unreadable {
    return costs == null ? Optional.empty() : money(costs.total(), currency, what);
  }

  private String retailCurrency(PrintfulOrder received) {
    return currency(received.retailCosts()).or(() -> currency(received.costs())).orElse(currency);
  }

  private String costsCurrency(PrintfulOrder received) {
    return currency(received.costs()).orElse(currency);
  }

  private static Optional<String> currency(PrintfulOrder.Costs costs) {
    return Optional.ofNullable(costs)
        .map(PrintfulOrder.Costs::currency)
        .filter(code -> !code.isBlank());
  }

  private Item item(PrintfulOrder received, PrintfulOrder.Item item) {
    return new Item(
        text(item.name()),
        text(item.sku()),
        isQuantity(item.quantity()) ? item.quantity().longValueExact() : 0,
        ifReadable(item.price(), costsCurrency(received)),
        ifReadable(item.retailPrice(), retailCurrency(received)),
        null);
  }

  private static boolean isQuantity(BigDecimal number) {
    return number != null
        && number.signum() >= 0
        && number.compareTo(MAX_QUANTITY) <= 0
        && number.stripTrailingZeros().scale() <= 0;
  }

  private static Money ifReadable(String amount, String currency) {
    try {
      return money(amount, currency, "").orElse(null);
    } catch (Unreadable e) {
      return null;
    }
  }

  /** Returns the exact amount; empty if none is given. */
  private static Optional<Money> money(String amount, String currency, String what)
      throws Unreadable {
    if (amount == null || amount.isBlank()) {
      return Optional.empty();
    }
    if (!AMOUNT.matcher(amount.strip()).matches()) {
      throw new Unreadable(what + " is not an amount");
    }
    try {
      return Optional.of(new Money(currency, new BigDecimal(amount.strip())));
    } catch (IllegalArgumentException e) {
      throw new Unreadable(what + " is not an amount of its currency");
    }
  }

  /**
   * Returns the text as one line of limited length, without invisible characters. The API's
   * examples contain such characters.
   */
  private static String text(String received) {
    String seen = UNSEEN.matcher(Objects.requireNonNullElse(received, "")).replaceAll("").strip();
    return PlainText.beginning(seen, MAX_TEXT);
  }

  /**
   * Order as the print shop returns it (Printful's API v1), limited to the fields used here.
   * Amounts are text, and JSON numbers are read as their original text. Most fields may be null.
   *
   * @param created seconds since the epoch
   * @param updated seconds since the epoch
   * @param sample whether the owner has ordered it as a sample
   */
  record PrintfulOrder(
      Long id,
      @JsonProperty("external_id") String externalId,
      String store,
      String status,
      Long created,
      Long updated,
      List<Item> items,
      Costs costs,
      @JsonProperty("retail_costs") Costs retailCosts,
      @JsonProperty("is_sample") boolean sample) {

    record Item(
        String name,
        String sku,
        BigDecimal quantity,
        String price,
        @JsonProperty("retail_price") String retailPrice) {}

    record Costs(String currency, String total, String tax, String vat) {}
  }
}
