package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.StorefrontApi;
import dev.gatehouse.areas.storefront.charges.Pricing;
import dev.gatehouse.areas.storefront.graphql.LocalShop;
import dev.gatehouse.areas.storefront.graphql.QueryLimits;
import dev.gatehouse.areas.storefront.orders.InvoiceNumbers;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;

/**
 * Settings of the area.
 *
 * @param local whether the products are those of the site's own catalog
 * @param account at the external shop, and what clients of the GraphQL endpoint send
 * @param open whether documents other than the two documented operations are passed on
 * @param keepCarts how long an unchanged cart is kept
 * @param holds limits of one client's unpaid orders
 * @param confirmNews whether an address for news must be confirmed
 */
record StorefrontSettings(
    boolean local,
    StorefrontApi.Account account,
    boolean open,
    LocalShop.Facts facts,
    QueryLimits limits,
    Duration keepCarts,
    Duration hold,
    UnpaidHolds.Limits holds,
    boolean confirmNews) {
  private static final int MAX_DEPTH = 50;
  private static final int MAX_ALIASES = 1_000;
  private static final int MAX_COMPLEXITY = 10_000_000;

  static StorefrontSettings read(Settings all) {
    Section own = all.section("storefront");
    boolean local = own.choice("provider", "local", "shopify").equals("local");
    var account =
        new StorefrontApi.Account(
            own.url("url").replaceFirst("/+$", ""),
            own.text("tokenHeader", "[A-Za-z][A-Za-z0-9-]{0,63}", "must be a header's name"),
            own.secret("token", 8));
    String currency = all.section("payments").text("currency");
    Check.that(
        Money.decimals(currency).isPresent(),
        "payments.currency must be a currency, USD for example");
    Duration keep = own.duration("cartTtl");
    Check.that(keep.isPositive(), "storefront.cartTtl must be more than 0");
    Duration hold = own.duration("reservationTtl");
    Check.that(hold.isPositive(), "storefront.reservationTtl must be more than 0");
    Check.that(
        InvoiceNumbers.isValid(own.printable("invoiceNumbers", 0)),
        "storefront.invoiceNumbers must contain {number}, for example RE-{year}-{number}");
    return new StorefrontSettings(
        local,
        account,
        own.choice("graphqlPassthrough", "documented", "all").equals("all"),
        new LocalShop.Facts(
            own.printable("name", 1),
            currency,
            Pricing.read(own, currency),
            lines(own.printable("seller", 1))),
        new QueryLimits(
            within(own, "maxDepth", MAX_DEPTH),
            within(own, "maxAliases", MAX_ALIASES),
            within(own, "maxComplexity", MAX_COMPLEXITY)),
        keep,
        hold,
        new UnpaidHolds.Limits(own.number("maxUnpaidOrders", 0), own.number("maxUnpaidUnits", 0)),
        own.flag("confirmNews"));
  }

  private static List<String> lines(String text) {
    return Stream.of(text.split("\\|")).map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  String externalShop() {
    if (account.url().isEmpty()) {
      throw ApiException.of(
          ErrorCode.NOT_CONFIGURED, "storefront is not configured: set GATEHOUSE_STOREFRONT_URL");
    }
    return account.url();
  }

  private static int within(Section own, String key, int max) {
    int number = own.number(key, 1);
    Check.that(number <= max, own.key(key) + " must be " + max + " or less");
    return number;
  }
}
