package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.formats.Sha256;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** HTML form of an error, for browsers that request one of the service's pages. */
final class ErrorPage {
  static final String TYPE = "text/html";

  /** Paths of the shop's pages, for errors that occur before the operation is known. */
  private static final List<String> SHOP =
      List.of("/storefront/shop", "/storefront/orders/", "/cart/");

  private static final String STYLE =
      "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:45rem;margin:auto;padding:1rem}";

  static final String POLICY =
      "default-src 'none'; style-src 'sha256-"
          + Base64.getEncoder()
              .encodeToString(
                  HexFormat.of().parseHex(Sha256.hex(STYLE.getBytes(StandardCharsets.UTF_8))))
          + "'; base-uri 'none'; frame-ancestors 'none'";

  private ErrorPage() {}

  /** Returns whether the client is a browser that expects a page. */
  static boolean isWanted(Exchange exchange) {
    String accept = exchange.request.getHeader(HeaderNames.ACCEPT);
    if (accept == null || !accept.toLowerCase(Locale.ROOT).contains(TYPE)) {
      return false;
    }
    String path = exchange.request.path();
    return exchange.operation == null
        ? path != null && SHOP.stream().anyMatch(path::startsWith)
        : exchange.operation.produces().contains(TYPE);
  }

  static Buffer of(Exchange exchange, ApiError failure) {
    String title = title(failure.status());
    String wait = failure.headers().get("Retry-After");
    return Buffer.buffer(
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="robots" content="noindex">
        <link rel="icon" href="data:,">
        <title>%s</title>
        <style>%s</style>
        <main>
        <h1>%s</h1>
        <p role="alert">%s</p>
        <p>Reason: %s (%s). Request: %s</p>
        </main>
        </html>
        """
            .formatted(
                title,
                STYLE,
                title,
                advice(failure.status(), wait),
                escaped(failure.message()),
                failure.code().wire(),
                escaped(exchange.requestId)));
  }

  private static String title(int status) {
    return switch (status) {
      case 403 -> "This request is not allowed";
      case 404, 410 -> "Page not found";
      case 429 -> "Too many requests";
      case 500, 502, 503, 504, 507 -> "This page is temporarily unavailable";
      default -> "This request cannot be processed";
    };
  }

  private static String advice(int status, String wait) {
    return switch (status) {
      case 403 -> "Open the page again and repeat the action there.";
      case 404, 410 -> "Check the address of the page.";
      case 429 -> "Wait " + (wait == null ? "a minute" : wait + " seconds") + " and try again.";
      case 500, 502, 503, 504, 507 ->
          "Reload this page in a minute. If you sent a form, you can send it again."
              + " It creates one order, and you are charged at most once.";
      default -> "Go back and correct the form.";
    };
  }

  private static String escaped(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
