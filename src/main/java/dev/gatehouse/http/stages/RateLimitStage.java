package dev.gatehouse.http.stages;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.documents.Docs;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.security.Policy;
import dev.gatehouse.security.RateLimit;
import dev.gatehouse.security.RateLimitDecision;
import dev.gatehouse.security.RateLimitHeaders;
import dev.gatehouse.security.RateLimitHeaders.Spent;
import dev.gatehouse.security.RejectionCounter;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Fifth stage: spends the general rate limit and the operation's own. A verified operator spends
 * the principal's allowance, everyone else the address's, unknown paths included.
 */
public final class RateLimitStage {
  private final RateLimit limits;
  private final Rates rates;
  private final RejectionCounter refusals;
  private final Duration refusalBan;
  private final BanFilter gatekeeper;
  private final String contact;

  /** Those of single operations. */
  private final Map<Operation.Limit, Policy> policies = new HashMap<>();

  public RateLimitStage(
      RateLimit limits,
      Rates rates,
      RejectionCounter refusals,
      Duration refusalBan,
      BanFilter gatekeeper,
      String contactUrl) {
    this.limits = limits;
    this.rates = rates;
    this.refusals = refusals;
    this.refusalBan = refusalBan;
    this.gatekeeper = gatekeeper;
    this.contact = contactUrl.isEmpty() ? "" : "; higher limits: " + contactUrl;
  }

  /**
   * The allowances that hold whatever is asked for.
   *
   * @param general of an address
   * @param operators of an operator, wherever he is
   * @param preflights of an address, for what browsers ask by themselves
   * @param files of an address, for the scripts and styles of pages, of which one loads dozens
   */
  public record Rates(Policy general, Policy operators, Policy preflights, Policy files) {}

  /** A policy and who spends it. */
  private record Charge(Policy policy, String key) {}

  public void handle(RoutingContext context) {
    handle(Exchange.of(context), context::next, context::fail);
  }

  /** For what no router sees. */
  public void handle(Exchange exchange, Runnable next, Handler<Throwable> problem) {
    handle(exchange, charges(exchange), next, problem);
  }

  /** For what a browser asks before the request itself. */
  public void preflight(Exchange exchange, Runnable next, Handler<Throwable> problem) {
    Policy own = rates.preflights();
    List<Charge> charges = own.off() ? List.of() : List.of(new Charge(own, exchange.address.key()));
    handle(exchange, charges, next, problem);
  }

  private void handle(
      Exchange exchange, List<Charge> charges, Runnable next, Handler<Throwable> problem) {
    if (charges.isEmpty()) {
      next.run();
      return;
    }
    Future<List<Spent>> spent = spend(charges, 0, new ArrayList<>(2));
    if (spent.succeeded()) {
      go(exchange, spent.result(), next);
    } else {
      spent.onSuccess(later -> go(exchange, later, next)).onFailure(problem);
    }
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
              ? new Charge(rates.operators(), "principal:" + caller.subject())
              : new Charge(ofAddress(exchange), exchange.address.key()));
    }
    if (operation != null) {
      operation
          .limit()
          .filter(own -> !(operator && own.exemptsOperator()))
          .ifPresent(own ->
              charges.add(
                  new Charge(
                      policies.computeIfAbsent(own, RateLimitStage::policy),
                      exchange.address.key())));
    }
    charges.removeIf(charge -> charge.policy().off());
    return charges;
  }

  private Policy ofAddress(Exchange exchange) {
    boolean file = exchange.operation == null && Docs.isFile(exchange.request.path());
    return file ? rates.files() : rates.general();
  }

  private static Policy policy(Operation.Limit limit) {
    return new Policy(limit.name(), limit.limit(), limit.window());
  }

  /** Spends one after the other and stops at the first that is used up. */
  private Future<List<Spent>> spend(List<Charge> charges, int index, List<Spent> spent) {
    Charge charge = charges.get(index);
    Future<RateLimitDecision> decision = limits.spend(charge.policy(), charge.key());
    // Limits that are counted in this node's memory are known at once.
    return decision.succeeded()
        ? after(decision.result(), charges, index, spent)
        : decision.compose(later -> after(later, charges, index, spent));
  }

  private Future<List<Spent>> after(
      RateLimitDecision decision, List<Charge> charges, int index, List<Spent> spent) {
    spent.add(new Spent(charges.get(index).policy(), decision));
    return decision.allowed() && index + 1 < charges.size()
        ? spend(charges, index + 1, spent)
        : Future.succeededFuture(spent);
  }

  private void go(Exchange exchange, List<Spent> spent, Runnable next) {
    HttpServerResponse response = exchange.response();
    response
        .putHeader(HeaderNames.RATE_LIMIT_POLICY, RateLimitHeaders.policies(spent))
        .putHeader(HeaderNames.RATE_LIMIT, RateLimitHeaders.limits(spent));
    RateLimitDecision last = spent.getLast().verdict();
    if (last.allowed()) {
      next.run();
      return;
    }
    ApiError refusal =
        new ApiError(
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
