package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/** Client for the calls that requests make to areas. */
public final class AreaCalls {
  private static final String HTTPS = "https";

  private final Dispatcher dispatcher;
  private final EdgeCache edgeCache;
  private final String publicUrl;

  /** True in a cluster, where areas of other nodes answer too. */
  private final boolean clustered;

  /**
   * @param edgeCache cache for replies of areas on other nodes
   * @param publicUrl base of links in replies; empty to use the requested host
   */
  public AreaCalls(Dispatcher dispatcher, EdgeCache edgeCache, String publicUrl) {
    this.dispatcher = dispatcher;
    this.edgeCache = edgeCache;
    this.publicUrl = publicUrl;
    this.clustered = !dispatcher.isAlone();
  }

  /**
   * Sends a request to its area, which then owns the uploaded blobs. A cached reply of another
   * node's area is returned without a call.
   */
  Future<Reply> send(Exchange exchange) {
    exchange.handedOver = true;
    Operation operation = exchange.operation;
    if (!clustered) {
      return dispatch(exchange, operation);
    }
    if (!operation.method().equals(HttpMethod.GET)) {
      return dispatch(exchange, operation).map(made -> edgeCache.changed(operation, made));
    }
    EdgeCache.Asked asked = edgeCache.asked(exchange, base(exchange));
    if (asked == null) {
      return dispatch(exchange, operation);
    }
    Answer known = edgeCache.find(asked);
    if (known != null) {
      return Future.succeededFuture(known);
    }
    return dispatch(exchange, operation).map(made -> edgeCache.keep(asked, made));
  }

  private Future<Reply> dispatch(Exchange exchange, Operation operation) {
    var unconditional =
        new Call(
            operation.id(),
            origin(exchange),
            Deadline.in(operation.timeout()),
            exchange.parameters,
            exchange.body,
            exchange.uploads);
    Call call = exchange.seen == null ? unconditional : unconditional.seeing(exchange.seen);
    if (operation.inline()) {
      return dispatcher.dispatchInline(call);
    }
    return dispatcher.dispatch(call, operation.method().equals(HttpMethod.GET));
  }

  /** Calls an operation without a body on behalf of the same caller. */
  Future<Reply> ask(Exchange exchange, Operation operation, Map<String, Object> parameters) {
    return dispatcher.dispatch(
        new Call(
            operation.id(),
            origin(exchange),
            Deadline.in(operation.timeout()),
            parameters,
            null,
            List.of()),
        operation.method().equals(HttpMethod.GET));
  }

  private Origin origin(Exchange exchange) {
    return new Origin(
        exchange.requestId,
        exchange.caller,
        base(exchange),
        exchange.address.exact(),
        exchange.request.method().equals(HttpMethod.HEAD),
        exchange.span.traceparent());
  }

  private String base(Exchange exchange) {
    if (!publicUrl.isEmpty()) {
      return publicUrl;
    }
    var authority = exchange.request.authority();
    return scheme(exchange) + "://" + Objects.requireNonNullElse(authority, "localhost");
  }

  /** Returns the scheme of the client's request, which a trusted proxy reports if it ends TLS. */
  private static String scheme(Exchange exchange) {
    String reported =
        exchange.address.direct()
            ? null
            : exchange.request.getHeader(HeaderNames.X_FORWARDED_PROTO);
    boolean secured =
        reported != null && reported.strip().toLowerCase(Locale.ROOT).startsWith(HTTPS);
    return secured ? HTTPS : exchange.request.scheme();
  }
}
