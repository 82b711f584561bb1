package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.ValidationException;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;

/** Seventh stage: parses and validates the parameters by the contract. */
public final class Parameters {
  private static final MultiMap NO_QUERY = MultiMap.caseInsensitiveMultiMap();
  private static final String ANY = "*/*";
  private static final String JSON = "application/json";
  private static final Pattern UNWANTED = Pattern.compile(";\\s*q=0(\\.0*)?\\s*($|;)");

  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    if (!acceptable(exchange)) {
      Replies.fail(
          exchange,
          ApiError.of(
              ErrorCode.NOT_ACCEPTABLE,
              "Accept",
              "this operation produces " + String.join(", ", exchange.operation.produces())));
      return;
    }
    try {
      exchange.parameters =
          exchange
              .operation
              .validation()
              .parameters(context.pathParams(), query(context), exchange.request.headers());
      context.next();
    } catch (ValidationException e) {
      Replies.fail(exchange, ApiError.of(e.code(), e.param(), e.getMessage()));
    }
  }

  /** Returns the query parameters. Most requests have none and share one empty map. */
  private static MultiMap query(RoutingContext context) {
    return context.request().query() == null ? NO_QUERY : context.queryParams();
  }

  /** Returns whether the client accepts a media type of the operation; errors are always JSON. */
  private static boolean acceptable(Exchange exchange) {
    String accept = exchange.request.getHeader(HeaderNames.ACCEPT);
    if (accept == null || accept.isBlank() || accept.equals(ANY) || accept.equals(JSON)) {
      return true;
    }
    List<String> produced = exchange.operation.produces();
    return produced.isEmpty()
        || Arrays.stream(accept.split(","))
            .filter(range -> !UNWANTED.matcher(range).find())
            .map(range -> range.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
            .anyMatch(type ->
                type.equals(ANY)
                    || type.equals(JSON)
                    || produced.stream().anyMatch(made -> covers(type, made)));
  }

  /**
   * Returns whether a media range covers a type. A range is one type or a family such as {@code
   * text/*}.
   */
  private static boolean covers(String range, String produced) {
    String type = produced.split(";", 2)[0];
    return type.equals(range)
        || (range.endsWith("/*") && type.startsWith(range.substring(0, range.length() - 1)));
  }
}
