package dev.gatehouse.http;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/**
 * Error handlers for rejections by a router and for exceptions in stages. All use the one error
 * format.
 */
final class RouterErrors {
  private RouterErrors() {}

  /** Returns the given router with error handlers installed. */
  static Router answered(Router router) {
    return router
        .errorHandler(400, RouterErrors::unreadable)
        .errorHandler(500, RouterErrors::failed);
  }

  private static void unreadable(RoutingContext context) {
    Replies.fail(
        Exchange.of(context),
        ApiError.of(ErrorCode.REQUEST_MALFORMED, "the request is not well-formed"));
  }

  private static void failed(RoutingContext context) {
    Throwable cause = context.failure();
    Replies.fail(
        Exchange.of(context),
        ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error").because(String.valueOf(cause)));
  }
}
