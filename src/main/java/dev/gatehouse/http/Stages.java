package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.downloads.ClaimCache;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Preconditions;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.stages.CurrentState;
import dev.gatehouse.http.stages.SameOrigin;
import dev.gatehouse.http.stages.Tickets;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.openapi.router.OpenAPIRoute;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.OpenAPIContract;

/** Order of the stages that a request passes. Start reading here. */
record Stages(Contract contract, HttpComposition stages) {
  /** Creates the routers of all parts of the contract. */
  Routes routes(Vertx vertx, Map<String, OpenAPIContract> contracts) {
    return new Routes(vertx, contracts, part -> router(RouterBuilder.create(vertx, part)));
  }

  /** Creates a router: each operation behind its stages, then all other paths. */
  private Router router(RouterBuilder builder) {
    builder.rootHandler(stages.requestHandler::arrive).rootHandler(stages.cors::handle);
    if (!stages.formerHosts.site().formerHosts().isEmpty()) {
      builder.rootHandler(stages.formerHosts::handle);
    }
    for (OpenAPIRoute route : builder.getRoutes()) {
      route.setDoValidation(false);
      of(contract.operation(route.getOperation().getOperationId())).forEach(route::addHandler);
    }
    Router router = answered(builder.createRouter());
    router.getRoutes().forEach(Stages::serveHead);
    router
        .route()
        .handler(stages.credentials::verify)
        .handler(stages.limits::handle)
        .handler(stages.credentials::enforce)
        .handler(stages.unknownPaths::handle);
    return router;
  }

  private static void serveHead(Route route) {
    if (route.methods() != null && route.methods().contains(HttpMethod.GET)) {
      route.method(HttpMethod.HEAD);
    }
  }

  /** Returns an operation's stages. A stage that would do nothing for it is left out. */
  private List<Handler<RoutingContext>> of(Operation operation) {
    List<Handler<RoutingContext>> passed = new ArrayList<>();
    passed.add(context -> identify(context, operation));
    passed.add(stages.credentials::verify);
    passed.add(stages.limits::handle);
    if (Tickets.serve(operation)) {
      passed.add(stages.tickets::redeem);
    }
    passed.add(stages.credentials::enforce);
    passed.add(this::rejectUnknown);
    if (stages.closed.serves(operation)) {
      passed.add(stages.closed::handle);
    }
    if (SameOrigin.serves(operation)) {
      passed.add(stages.sameOrigin::handle);
    }
    passed.add(stages.parameters::handle);
    if (CurrentState.serves(operation)) {
      passed.add(this::checkConditions);
    }
    if (operation.body() != Operation.Body.NONE) {
      passed.add(stages.bodies::handle);
    }
    passed.add(toItsArea(operation));
    return passed;
  }

  /**
   * Returns the last stage: it passes the request to its area, whose bus address is the operation's
   * id. Event streams are opened instead.
   */
  private Handler<RoutingContext> toItsArea(Operation operation) {
    if (!operation.stream().isEmpty()) {
      return stages.events::open;
    }
    return ClaimCache.serves(operation) ? stages.dispatch::download : stages.dispatch::handle;
  }

  /** Handles a request whose path only resembles the operation's path. */
  private void rejectUnknown(RoutingContext context) {
    if (Exchange.of(context).operation == null) {
      stages.unknownPaths.handle(context);
    } else {
      context.next();
    }
  }

  private void checkConditions(RoutingContext context) {
    if (Preconditions.onChange(context.request())) {
      stages.current.handle(context);
    } else {
      context.next();
    }
  }

  private void identify(RoutingContext context, Operation operation) {
    String path = context.request().path();
    // For example, POST /audio/upload exists, so GET /audio/upload is not a file named "upload".
    boolean shadowed = operation.path().indexOf('{') >= 0 && contract.isLiteral(path);
    // The router ignores a trailing slash and any text beside a parameter within a segment.
    boolean other = path.endsWith("/") || !contract.matches(operation, path);
    if (!shadowed && !other) {
      contract.trimParameters(operation, context.pathParams());
      Exchange.of(context).operation = operation;
    }
    context.next();
  }

  /** Returns the given router with error handlers installed. */
  static Router answered(Router router) {
    return router.errorHandler(400, Stages::unreadable).errorHandler(500, Stages::failed);
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
