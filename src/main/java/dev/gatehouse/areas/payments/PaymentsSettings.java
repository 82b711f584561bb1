package dev.gatehouse.areas.payments;

import dev.gatehouse.areas.payments.paypal.PayPalApi;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PayableCurrency;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the area.
 *
 * @param timeout of a call to the provider
 * @param pages to which payers return
 */
record PaymentsSettings(
    PayPalApi.Account account,
    Duration timeout,
    Pages pages,
    Catalogue catalogue,
    Webhook webhook) {

  /** Capturing takes at most three calls, and its request has a minute. */
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(20);

  /**
   * Catalog against which orders are checked.
   *
   * @param checked whether they are
   * @param currency of its prices
   */
  record Catalogue(boolean checked, String currency) {}

  /**
   * Pages to which payers return. Both are empty if a page of the site opens the provider's window.
   */
  record Pages(String returnUrl, String cancelUrl) {}

  /**
   * Receiver of webhooks.
   *
   * @param id the provider's id for it; empty if absent
   * @param certificates addresses of the provider's certificates
   */
  record Webhook(String id, List<String> certificates) {}

  static PaymentsSettings read(Section own) {
    var pages = new Pages(own.url("returnUrl"), own.url("cancelUrl"));
    Check.that(
        pages.returnUrl().isEmpty() == pages.cancelUrl().isEmpty(),
        "payments.returnUrl and payments.cancelUrl must be set together");
    String currency = own.text("currency");
    Check.that(
        Money.decimals(currency).isPresent(),
        "payments.currency must be a currency, USD for example");
    List<String> certificates = own.list("webhookCertificates");
    Check.that(
        certificates.stream().allMatch(place -> place.matches("https?://[^\\s/]+(/\\S*)?/")),
        "payments.webhookCertificates must be http or https addresses that end in a slash");
    Duration timeout = own.duration("timeout");
    Check.that(
        timeout.isPositive() && timeout.compareTo(MAX_TIMEOUT) <= 0,
        "payments.timeout must be 20s or less");
    var settings =
        new PaymentsSettings(
            new PayPalApi.Account(
                own.url("url").replaceFirst("/+$", ""),
                own.secret("clientId", 1),
                own.secret("clientSecret", 1)),
            timeout,
            pages,
            new Catalogue(own.flag("priceCheck"), currency),
            new Webhook(own.secret("webhookId", 1), certificates));
    Check.that(
        !settings.isConfigured() || PayableCurrency.of(currency).isPresent(),
        ("payments.currency is %s, which the payment provider does not accept: set one of %s,"
                + " or remove payments.clientId to take orders without online payment")
            .formatted(currency, PayableCurrency.list()));
    return settings;
  }

  boolean isConfigured() {
    return !(account.url().isEmpty()
        || account.clientId().isEmpty()
        || account.clientSecret().isEmpty());
  }

  /**
   * Rejects operations that need the provider if none is configured.
   *
   * @throws dev.gatehouse.bus.ApiException 503 that names the setting
   */
  void mustBeConfigured() {
    mustBeSet(account.url(), "URL");
    mustBeSet(account.clientId(), "CLIENT_ID");
    mustBeSet(account.clientSecret(), "CLIENT_SECRET");
  }

  /** Rejects webhooks if the provider or its webhook is not configured. */
  void mustHaveWebhook() {
    mustBeConfigured();
    mustBeSet(webhook.id(), "WEBHOOK_ID");
  }

  private static void mustBeSet(String value, String name) {
    if (value.isEmpty()) {
      throw ApiException.of(
          ErrorCode.NOT_CONFIGURED, "payments is not configured: set GATEHOUSE_PAYMENTS_" + name);
    }
  }
}
