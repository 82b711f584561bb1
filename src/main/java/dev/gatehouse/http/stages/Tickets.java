package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Loops;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.contract.Operation.Requirement;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.TicketText;
import dev.gatehouse.security.Revocations;
import dev.gatehouse.security.StateConfirmation;
import io.vertx.ext.web.RoutingContext;

/**
 * Redeems a ticket for an operation that accepts one, if the request has no other credential. Runs
 * between the rate limit and enforcement. The ticket is used up even if the request fails.
 */
public record Tickets(
    Dispatcher dispatcher, Revocations revocations, StateConfirmation confirmation) {
  private static final String SCHEME = "ticket";
  private static final Duration STORE_TIME = Duration.ofSeconds(5);

  public static boolean serve(Operation operation) {
    return requirement(operation).isPresent();
  }

  private static Optional<Requirement> requirement(Operation operation) {
    return operation.requirements().stream()
        .filter(requirement -> requirement.scheme().equals(SCHEME))
        .findFirst();
  }

  public void redeem(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    boolean nothingElse = exchange.refusal != null && exchange.refusal.failure().status() == 401;
    if (!nothingElse || exchange.operation == null) {
      context.next();
      return;
    }
    String ticket = exchange.request.getParam(SCHEME);
    Optional<Requirement> taken = requirement(exchange.operation);
    if (taken.isEmpty() || ticket == null) {
      context.next();
      return;
    }
    var origin = new Origin(exchange.requestId, exchange.caller, "");
    Requirement requirement = taken.get();
    dispatcher
        .send(AccessMessages.REDEEM_TICKET, new TicketText(ticket), origin, STORE_TIME)
        .onSuccess(caller -> confirm(context, exchange, requirement, caller))
        .onFailure(problem -> refused(context, exchange, ApiError.of(problem)));
  }

  /** Reads new revocations first if those in memory are old, because the token may be revoked. */
  private void confirm(
      RoutingContext context, Exchange exchange, Requirement requirement, Caller caller) {
    if (confirmation.isFresh()) {
      redeemed(context, exchange, requirement, caller);
      return;
    }
    Loops.back(confirmation.refresh())
        .onComplete(read -> {
          if (exchange.over()) {
            return;
          }
          if (read.succeeded()) {
            redeemed(context, exchange, requirement, caller);
          } else {
            Replies.fail(exchange, Credentials.UNCONFIRMED);
          }
        });
  }

  private void redeemed(
      RoutingContext context, Exchange exchange, Requirement requirement, Caller caller) {
    exchange.refusal = refusal(requirement, caller);
    exchange.caller =
        exchange.caller.as(
            caller.role(),
            caller.subject(),
            caller.tokenId(),
            caller.tokenExpiry(),
            caller.scopes());
    context.next();
  }

  private static void refused(RoutingContext context, Exchange exchange, ApiError failure) {
    if (invalid(failure)) {
      exchange.refusal =
          new Exchange.Refusal(ApiError.of(ErrorCode.TICKET_INVALID, failure.message()), false);
      context.next();
    } else {
      Replies.fail(exchange, failure);
    }
  }

  /** Recognizes a rejected ticket. Releases without codes return 404. */
  private static boolean invalid(ApiError failure) {
    return failure.code() == ErrorCode.TICKET_INVALID || failure.status() == 404;
  }

  /** Returns the refusal of a ticket that does not cover the operation; null if it does. */
  private Exchange.Refusal refusal(Requirement requirement, Caller caller) {
    boolean role =
        requirement.any().isEmpty()
            || requirement.any().contains(caller.role().name().toLowerCase(Locale.ROOT));
    if (role && !revocations.revoked(caller.tokenId())) {
      return null;
    }
    ErrorCode code = role ? ErrorCode.TOKEN_REVOKED : ErrorCode.ROLE_NOT_ALLOWED;
    return new Exchange.Refusal(
        ApiError.of(code, "the ticket does not cover this operation"), false);
  }
}
