package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.documents.Docs;
import dev.gatehouse.http.documents.Page;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;

/** Handles paths and methods without an operation: documentation, 405 with Allow, or 404. */
public record UnknownPaths(Contract contract, Docs docs) {
  private static final Set<String> READS = Set.of("GET", "HEAD");

  public void handle(RoutingContext context) {
    Future<Optional<Page>> found = docs.find(Exchange.of(context));
    if (found.succeeded()) {
      handle(context, found.result());
    } else {
      found.onSuccess(page -> handle(context, page)).onFailure(context::fail);
    }
  }

  private void handle(RoutingContext context, Optional<Page> page) {
    Exchange exchange = Exchange.of(context);
    if (exchange.over()) {
      return;
    }
    if (page.isEmpty()) {
      refuse(context);
    } else if (READS.contains(context.request().method().name())) {
      docs.serve(exchange, page.get());
    } else {
      notAllowed(context, READS);
    }
  }

  private void refuse(RoutingContext context) {
    String path = context.request().path();
    Set<String> allowed = contract.methodsAt(path);
    if (allowed.isEmpty()
        && path.endsWith("/")
        && READS.contains(context.request().method().name())) {
      String page = path.substring(0, path.length() - 1);
      if (contract.methodsAt(page).contains("GET")) {
        redirect(Exchange.of(context), page.substring(page.lastIndexOf('/') + 1));
        return;
      }
    }
    if (allowed.isEmpty()) {
      Replies.fail(Exchange.of(context), ApiError.of(ErrorCode.PATH_NOT_FOUND, "path not found"));
    } else {
      notAllowed(context, allowed);
    }
  }

  /** Redirects relatively, because a proxy may have removed a prefix of the path. */
  private static void redirect(Exchange exchange, String segment) {
    String query = exchange.request.query();
    exchange
        .response()
        .setStatusCode(307)
        .putHeader(HeaderNames.CACHE_CONTROL, "no-store")
        .putHeader("Location", "../" + segment + (query == null ? "" : '?' + query));
    Replies.end(exchange, Buffer.buffer());
  }

  private static void notAllowed(RoutingContext context, Set<String> allowed) {
    Replies.fail(
        Exchange.of(context),
        ApiError.of(ErrorCode.METHOD_NOT_ALLOWED, "the method is not allowed here")
            .with(Map.of("Allow", String.join(", ", allowed))));
  }
}
