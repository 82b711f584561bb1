package dev.gatehouse.areas.commerce.printshop;

import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * Settings of the books.
 *
 * @param currency of the books; sums in other currencies are listed separately
 */
record PrintshopSettings(String currency) {
  static PrintshopSettings read(Section own) {
    String currency = own.text("currency");
    Check.that(
        Money.decimals(currency).isPresent(),
        own.key("currency") + " must be a currency, USD for example");
    return new PrintshopSettings(currency);
  }
}
