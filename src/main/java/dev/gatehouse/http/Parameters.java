package dev.gatehouse.http;

import dev.gatehouse.bus.Failure;
import dev.gatehouse.contract.ValidationException;
import io.vertx.ext.web.RoutingContext;

/** Seventh stage: the parameters, as the contract wants them. */
final class Parameters {
  private static final String JSON = "application/json";

  void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    if (!acceptable(exchange)) {
      Replies.fail(
          exchange,
          Failure.of(
              406, "this operation produces " + String.join(", ", exchange.operation.produces())));
      return;
    }
    try {
      exchange.parameters =
          exchange
              .operation
              .validation()
              .parameters(context.pathParams(), context.queryParams(), exchange.request.headers());
      context.next();
    } catch (ValidationException e) {
      Replies.fail(exchange, Failure.of(400, e.getMessage()));
    }
  }

  /** Whether the client takes anything that the operation produces; errors are always JSON. */
  private static boolean acceptable(Exchange exchange) {
    String accept = exchange.request.getHeader("Accept");
    if (accept == null || accept.isBlank() || accept.contains("*/*") || accept.contains(JSON)) {
      return true;
    }
    return matches(exchange, accept);
  }

  private static boolean matches(Exchange exchange, String accept) {
    for (String range : accept.split(",")) {
      String type = range.split(";", 2)[0].strip();
      for (String produced : exchange.operation.produces()) {
        String family = produced.substring(0, produced.indexOf('/') + 1) + "*";
        if (type.equalsIgnoreCase(produced) || type.equalsIgnoreCase(family)) {
          return true;
        }
      }
    }
    return exchange.operation.produces().isEmpty();
  }
}
