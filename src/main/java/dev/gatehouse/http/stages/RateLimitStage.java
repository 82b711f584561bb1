package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.http.documents.Docs;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.security.RateLimit;
import dev.gatehouse.security.RateLimit.Policy;
import dev.gatehouse.security.RateLimitHeaders;
import dev.gatehouse.security.RateLimitHeaders.Spent;
import dev.gatehouse.security.RejectionCounter;
import dev.gatehouse.settings.Settings;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/**
 * Fifth stage: applies the general rate limit and the operation's limit. A verified operator is
 * counted by principal. All other requests are counted by address, including unknown paths.
 *
 * <p>A request whose credentials cannot be checked is rejected by a later stage. It does not use up
 * the operation's limit, which may not apply to its sender, and it never leads to a ban.
 */
public final class RateLimitStage {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /**
   * Factor of the rate limit for console files. Allows all console pages to load in two tabs, or in
   * a browser without a cache.
   */
  private static final int FILES_TIMES = 6;

  private final RateLimit limits;
  private final Policy generalPolicy;

  /** For each operator, regardless of the address. */
  private final Policy operatorPolicy;

  /** For each address, for preflights that browsers send automatically. */
  private final Policy preflightPolicy;

  /** For each address, for scripts and styles, of which one page loads dozens. */
  private final Policy filePolicy;

  private final RejectionCounter rejections;
  private final Duration refusalBan;
  private final BanFilter banFilter;
  private final String contact;

  private final Map<Operation.Limit, Policy> policies = new HashMap<>();

  public RateLimitStage(
      RateLimit limits, Settings settings, RejectionCounter rejections, BanFilter banFilter) {
    this.limits = limits;
    this.rejections = rejections;
    this.banFilter = banFilter;
    int usual = settings.limits().defaultPerMinute();
    generalPolicy = new Policy("default", usual, MINUTE);
    operatorPolicy = new Policy("operator", settings.limits().operatorPerMinute(), MINUTE);
    preflightPolicy = new Policy("preflight", usual, MINUTE);
    filePolicy = new Policy("files", FILES_TIMES * usual, MINUTE);
    refusalBan = settings.security().refusalBan();
    contact = PlainText.prefixed("; higher limits: ", settings.contact().url());
  }

  /** Policy and the key that it is counted against. */
  private record Charge(Policy policy, String key) {}

  public void handle(RoutingContext context) {
    handle(Exchange.of(context), context::next, context::fail);
  }

  /** Applies the limits to a request that no router handles. */
  public void handle(Exchange exchange, Runnable next, Handler<Throwable> problem) {
    handle(exchange, charges(exchange), next, problem);
  }

  public void preflight(Exchange exchange, Runnable next, Handler<Throwable> problem) {
    Policy own = exchange.address.proxy() ? operatorPolicy : preflightPolicy;
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
    if (!isExempt(exchange, operation)) {
      if (exchange.key != null && exchange.key.perMinute() != null) {
        charges.add(
            new Charge(
                new Policy("key", exchange.key.perMinute(), MINUTE), "key:" + exchange.key.name()));
      } else if (operator) {
        charges.add(new Charge(operatorPolicy, "principal:" + caller.subject()));
      } else if (exchange.address.proxy()) {
        // Health checks of a proxy, or all clients of a proxy that forgot the headers.
        charges.add(new Charge(operatorPolicy, "proxy:" + exchange.address.key()));
      } else {
        charges.add(new Charge(ofAddress(exchange), exchange.address.key()));
      }
    }
    if (operation != null && !isUndecided(exchange)) {
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

  /** Returns what a client with a key can do. Others learn the time from Retry-After. */
  private static String hint(Exchange exchange, RateLimit.Decision decision) {
    return exchange.key == null
        ? ""
        : ": retry after %s s, or ask the owner for a key with a higher limit"
            .formatted(RateLimitHeaders.retryAfter(decision.retryAfter()));
  }

  /** Returns whether the credentials cannot be checked, which is no fault of the client. */
  private static boolean isUndecided(Exchange exchange) {
    return exchange.refusal != null && exchange.refusal.failure().status() >= 500;
  }

  /** Returns whether the general limit does not apply to a request. */
  private static boolean isExempt(Exchange exchange, Operation operation) {
    if (operation == null || exchange.refusal != null) {
      return false;
    }
    boolean verified = !exchange.caller.subject().isEmpty();
    return operation.limitedByArea() || (operation.unlimited() && verified);
  }

  private Policy ofAddress(Exchange exchange) {
    boolean file = exchange.operation == null && Docs.isFile(exchange.request.path());
    return file ? filePolicy : generalPolicy;
  }

  private static Policy policy(Operation.Limit limit) {
    return new Policy(limit.name(), limit.limit(), limit.window());
  }

  /** Applies the limits in order and stops at the first that is exhausted. */
  private Future<List<Spent>> spend(List<Charge> charges, int index, List<Spent> spent) {
    Charge charge = charges.get(index);
    Future<RateLimit.Decision> decision = limits.spend(charge.policy(), charge.key());
    // Limits counted in this node's memory complete immediately.
    if (decision.succeeded()) {
      return after(decision.result(), charges, index, spent);
    }
    return decision.compose(later -> after(later, charges, index, spent));
  }

  private Future<List<Spent>> after(
      RateLimit.Decision decision, List<Charge> charges, int index, List<Spent> spent) {
    spent.add(new Spent(charges.get(index).policy(), decision));
    if (decision.allowed() && index + 1 < charges.size()) {
      return spend(charges, index + 1, spent);
    }
    return Future.succeededFuture(spent);
  }

  private void go(Exchange exchange, List<Spent> spent, Runnable next) {
    HttpServerResponse response = exchange.response();
    response
        .putHeader(HeaderNames.RATE_LIMIT_POLICY, RateLimitHeaders.policies(spent))
        .putHeader(HeaderNames.RATE_LIMIT, RateLimitHeaders.limits(spent));
    RateLimit.Decision last = spent.getLast().verdict();
    if (last.allowed()) {
      next.run();
      return;
    }
    ApiError refusal =
        ApiError.of(ErrorCode.RATE_LIMITED, "rate limit exceeded" + hint(exchange, last) + contact)
            .with(Map.of("Retry-After", RateLimitHeaders.retryAfter(last.retryAfter())));
    boolean bannable = !isUndecided(exchange) && exchange.key == null;
    if (bannable && rejections.refused(exchange.address.key())) {
      banFilter
          .ban(exchange, "too many rejected requests", refusalBan)
          .onComplete(banned -> Replies.fail(exchange, refusal));
    } else {
      Replies.fail(exchange, refusal);
    }
  }
}
