package dev.gatehouse.http.stages;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.pages.Pages;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;

/**
 * Rejects requests of visitors for operations that the owner has closed, with a sentence. The owner
 * and API keys pass.
 *
 * @param closed names by {@code x-closable}
 */
public record ClosedOperations(Set<String> closed, Pages texts) {
  /** Returns whether an operation is closed. */
  public boolean serves(Operation operation) {
    return closed.contains(operation.closable());
  }

  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    Caller caller = exchange.caller;
    if (caller.operator() || !caller.scopes().isEmpty()) {
      context.next();
    } else {
      Replies.fail(
          exchange,
          ApiError.of(ErrorCode.CLOSED, texts.text("closed." + exchange.operation.closable())));
    }
  }
}
