package dev.gatehouse.http.stages;

import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.gate.Policy;
import dev.gatehouse.gate.RateLimit;
import dev.gatehouse.gate.RateLimitDecision;
import dev.gatehouse.gate.RateLimitHeaders;
import dev.gatehouse.gate.RateLimitHeaders.Spent;
import dev.gatehouse.gate.Refusals;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fifth stage: spends the general rate limit and the operation's own. A verified operator spends
 * the principal's allowance, everyone else the address's, unknown paths included.
 */
public final class RateLimitStage {
  private final RateLimit limits;
  private final Policy general;
  private final Policy operators;
  private final Refusals refusals;
  private final Duration refusalBan;
  private final BanFilter gatekeeper;
  private final String contact;

  public RateLimitStage(
      RateLimit limits,
      Policy general,
      Policy operators,
      Refusals refusals,
      Duration refusalBan,
      BanFilter gatekeeper,
      String contactUrl) {
    this.limits = limits;
    this.general = general;
    this.operators = operators;
    this.refusals = refusals;
    this.refusalBan = refusalBan;
    this.gatekeeper = gatekeeper;
    this.contact = contactUrl.isEmpty() ? "" : "; higher limits: " + contactUrl;
  }

  /** A policy and who spends it. */
  private record Charge(Policy policy, String key) {}

  public void handle(RoutingContext context) {
    handle(Exchange.of(context), context::next, context::fail);
  }

  /** For what no router sees. */
  public void handle(Exchange exchange, Runnable next, Handler<Throwable> problem) {
    List<Charge> charges = charges(exchange);
    if (charges.isEmpty()) {
      next.run();
      return;
    }
    spend(charges, 0, new ArrayList<>(2))
        .onSuccess(spent -> go(exchange, spent, next))
        .onFailure(problem);
  }

  private List<Charge> charges(Exchange exchange) {
    Caller caller = exchange.caller;
    boolean operator = exchange.refusal == null && caller.operator();
    Operation operation = exchange.operation;
    List<Charge> charges = new ArrayList<>(2);
    boolean exempt =
        operation != null
            && operation.unlimited()
            && exchange.refusal == null
            && !caller.subject().isEmpty();
    if (!exempt) {
      charges.add(
          operator
              ? new Charge(operators, "principal:" + caller.subject())
              : new Charge(general, exchange.address.key()));
    }
    if (operation != null) {
      operation
          .limit()
          .filter(own -> !(operator && own.sparesOperator()))
          .ifPresent(own ->
              charges.add(
                  new Charge(
                      new Policy(own.name(), own.limit(), own.window()), exchange.address.key())));
    }
    charges.removeIf(charge -> charge.policy().off());
    return charges;
  }

  /** Spends one after the other and stops at the first that is used up. */
  private Future<List<Spent>> spend(List<Charge> charges, int index, List<Spent> spent) {
    Charge charge = charges.get(index);
    return limits
        .spend(charge.policy(), charge.key())
        .compose(verdict -> {
          spent.add(new Spent(charge.policy(), verdict));
          return verdict.allowed() && index + 1 < charges.size()
              ? spend(charges, index + 1, spent)
              : Future.succeededFuture(spent);
        });
  }

  private void go(Exchange exchange, List<Spent> spent, Runnable next) {
    HttpServerResponse response = exchange.response();
    response
        .putHeader("RateLimit-Policy", RateLimitHeaders.policies(spent))
        .putHeader("RateLimit", RateLimitHeaders.limits(spent));
    RateLimitDecision last = spent.getLast().verdict();
    if (last.allowed()) {
      next.run();
      return;
    }
    Failure refusal =
        new Failure(
            429,
            "rate limit exceeded" + contact,
            Map.of("Retry-After", RateLimitHeaders.retryAfter(last.retryAfter())),
            "");
    if (refusals.refused(exchange.address.key())) {
      gatekeeper
          .ban(exchange, "too many refused requests", refusalBan)
          .onComplete(banned -> Replies.fail(exchange, refusal));
    } else {
      Replies.fail(exchange, refusal);
    }
  }
}
