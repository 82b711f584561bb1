package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exceptions that a handler on an event loop has thrown and no stage has handled. The request whose
 * handler it was is answered with 500. Otherwise its client would wait until the maximum duration
 * of a request.
 */
public record UnhandledExceptions(ClientConnections connections, Faults faults) {
  private static final Logger LOG = LoggerFactory.getLogger(UnhandledExceptions.class);

  /** Counts an exception and answers its request. Must be called where Vert.x reports it. */
  public void handle(Throwable problem) {
    faults.note(problem);
    Context current = Vertx.currentContext();
    connections
        .exchanges()
        .filter(exchange -> exchange.runsIn(current))
        .findFirst()
        .ifPresent(exchange -> answer(exchange, problem));
  }

  /** Ends a request with 500, or aborts its reply. */
  static void answer(Exchange exchange, Throwable problem) {
    LOG.error("a handler failed request={}", exchange.requestId, problem);
    try {
      Replies.fail(
          exchange,
          ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error").because(problem.toString()));
    } catch (RuntimeException again) {
      exchange.abort();
    }
  }
}
