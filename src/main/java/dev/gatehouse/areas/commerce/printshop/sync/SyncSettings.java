package dev.gatehouse.areas.commerce.printshop.sync;

import dev.gatehouse.areas.commerce.printshop.orders.SalesRules;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import java.time.Duration;

/**
 * Settings of the copy.
 *
 * @param calls settings for calls to the print shop
 * @param currency for amounts without one
 * @param daily whether a sync runs every day automatically
 */
public record SyncSettings(
    PrintfulApi.Account account, Calls calls, SalesRules rules, String currency, boolean daily) {
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(25);

  /**
   * Settings for calls to the print shop.
   *
   * @param timeout of one call
   * @param perMinute maximum number of calls
   * @param answer how long a request for a run waits for its end
   */
  record Calls(Duration timeout, int perMinute, Duration answer) {}

  /**
   * Reads the settings.
   *
   * @param own the section of the print shop
   */
  public static SyncSettings read(Section own, SalesRules rules, String currency) {
    Duration timeout = own.duration("timeout");
    Check.that(
        timeout.isPositive() && timeout.compareTo(MAX_TIMEOUT) <= 0,
        own.key("timeout") + " must be 25s or less");
    return new SyncSettings(
        new PrintfulApi.Account(
            own.url("url").replaceFirst("/+$", ""),
            own.liveSecret("token", 1),
            own.text("storeId", "[0-9]*", "must be a number")),
        new Calls(timeout, own.number("callsPerMinute", 1), own.duration("syncWaitTimeout")),
        rules,
        currency,
        own.flag("daily"));
  }

  Duration timeout() {
    return calls.timeout();
  }

  int callsPerMinute() {
    return calls.perMinute();
  }

  boolean isConfigured() {
    return !account.url().isEmpty() && !account.token().get().isEmpty();
  }

  /**
   * Rejects operations that need the print shop if none is configured.
   *
   * @throws dev.gatehouse.bus.ApiException 503 that names the setting
   */
  void mustBeConfigured() {
    if (!isConfigured()) {
      String missing = account.url().isEmpty() ? "URL" : "TOKEN";
      throw ApiException.of(
          ErrorCode.NOT_CONFIGURED,
          "printshop is not configured: set GATEHOUSE_PRINTSHOP_" + missing);
    }
  }
}
