package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.pages.ErrorNotice;
import dev.gatehouse.pages.Pages;
import io.vertx.core.buffer.Buffer;
import java.util.Locale;

/** HTML form of an error, for browsers that request a page or follow a link. */
final class ErrorPage {
  private ErrorPage() {}

  /**
   * Returns whether the client is a browser that expects a page: the operation returns pages or
   * only redirects, or is unknown.
   */
  static boolean isWanted(Exchange exchange) {
    String accept = exchange.request.getHeader(HeaderNames.ACCEPT);
    if (accept == null || !accept.toLowerCase(Locale.ROOT).contains(Pages.TYPE)) {
      return false;
    }
    return exchange.operation == null
        || exchange.operation.produces().contains(Pages.TYPE)
        || (exchange.operation.produces().isEmpty() && Preconditions.reads(exchange.request));
  }

  static Buffer of(Exchange exchange, ApiError failure) {
    return Buffer.buffer(
        exchange
            .pages()
            .html(
                "error",
                new ErrorNotice(
                    failure.status(),
                    failure.message(),
                    failure.code().wire(),
                    exchange.requestId,
                    failure.headers().get("Retry-After"))));
  }
}
