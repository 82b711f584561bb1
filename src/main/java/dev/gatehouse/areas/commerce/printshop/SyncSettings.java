package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.LiveSecret;
import dev.gatehouse.settings.Section;

/**
 * Settings of the copy.
 *
 * @param url of the API, without a slash at its end
 * @param store the shop's number, for a token of several shops; else empty
 * @param answer how long a request for a run waits for its end
 * @param currency of the books, and for amounts without one; sums in others are listed separately
 * @param daily whether a sync runs every day automatically
 * @param shopSales whether the tax form contains the sales of the shop
 */
record SyncSettings(
    String url,
    LiveSecret token,
    String store,
    Duration timeout,
    int callsPerMinute,
    Duration answer,
    SalesRules rules,
    String currency,
    boolean daily,
    boolean shopSales) {
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(25);
  private static final int NAME_BYTES = 8;

  static SyncSettings read(Section own) {
    String currency = own.text("currency");
    Check.that(
        Money.decimals(currency).isPresent(),
        own.key("currency") + " must be a currency, USD for example");
    Duration timeout = own.duration("timeout");
    Check.that(
        timeout.isPositive() && timeout.compareTo(MAX_TIMEOUT) <= 0,
        own.key("timeout") + " must be 25s or less");
    return new SyncSettings(
        own.url("url").replaceFirst("/+$", ""),
        own.liveSecret("token", 1),
        own.text("storeId", "[0-9]*", "must be a number"),
        timeout,
        own.number("callsPerMinute", 1),
        own.duration("syncWaitTimeout"),
        SalesRules.read(own),
        currency,
        own.flag("daily"),
        own.flag("shopSales"));
  }

  String tokenName() {
    return name(token.get());
  }

  /** Returns a name that does not reveal the token. */
  static String name(String token) {
    return Sha256.hex("printshop token " + token, NAME_BYTES);
  }

  boolean isConfigured() {
    return !url.isEmpty() && !token.get().isEmpty();
  }

  /**
   * Rejects operations that need the print shop if none is configured.
   *
   * @throws ApiException 503 that names the setting
   */
  void mustBeConfigured() {
    if (!isConfigured()) {
      String missing = url.isEmpty() ? "URL" : "TOKEN";
      throw ApiException.of(
          ErrorCode.NOT_CONFIGURED,
          "printshop is not configured: set GATEHOUSE_PRINTSHOP_" + missing);
    }
  }
}
