package dev.gatehouse.http;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** Answers for what a router refuses by itself, and for stages that throw: the one error shape. */
final class RouterErrors {
  private RouterErrors() {}

  /** The router, whose errors are answered from now on. */
  static Router answered(Router router) {
    return router
        .errorHandler(400, RouterErrors::unreadable)
        .errorHandler(500, RouterErrors::failed);
  }

  private static void unreadable(RoutingContext context) {
    Replies.fail(Exchange.of(context), ApiError.of(400, "the request is not well-formed"));
  }

  private static void failed(RoutingContext context) {
    Throwable cause = context.failure();
    Replies.fail(
        Exchange.of(context), ApiError.of(500, "internal error").because(String.valueOf(cause)));
  }
}
