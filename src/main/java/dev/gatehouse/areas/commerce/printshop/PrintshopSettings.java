package dev.gatehouse.areas.commerce.printshop;

import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * The settings of the books.
 *
 * @param currency of the books: sums in another one are told apart
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
