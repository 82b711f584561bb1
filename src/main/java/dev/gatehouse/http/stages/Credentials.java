package dev.gatehouse.http.stages;

import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.contract.Operation.Requirement;
import dev.gatehouse.gate.ApiKeys;
import dev.gatehouse.gate.Revocations;
import dev.gatehouse.gate.TokenClaims;
import dev.gatehouse.gate.TokenVerification;
import dev.gatehouse.gate.Tokens;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Fourth stage: judges the credentials that a request carries against what its operation requires,
 * from memory. The verdict is carried out by {@link #enforce} once the rate limit has been spent,
 * so that guessing is limited, too.
 */
public final class Credentials {
  private static final String BEARER = "Bearer ";
  private static final String CHALLENGE = "Bearer realm=\"gatehouse\"";
  private static final String WRONG = "the credential is wrong";

  private final Tokens tokens;
  private final ApiKeys keys;
  private final Revocations revocations;
  private final String keyHeader;
  private final BanFilter gatekeeper;

  public Credentials(
      Tokens tokens,
      ApiKeys keys,
      Revocations revocations,
      String keyHeader,
      BanFilter gatekeeper) {
    this.tokens = tokens;
    this.keys = keys;
    this.revocations = revocations;
    this.keyHeader = keyHeader;
    this.gatekeeper = gatekeeper;
  }

  /**
   * The content of a credentials header: a caller, or what is against it; none of both without the
   * header.
   */
  private record Shown(Caller caller, String fault, boolean attempt) {
    static final Shown NOTHING = new Shown(null, null, false);

    boolean given() {
      return caller != null || fault != null;
    }
  }

  public void judge(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    Shown token = token(exchange);
    Shown key = key(exchange);
    Operation operation = exchange.operation;
    List<Requirement> requirements = operation == null ? List.of() : operation.requirements();
    if (token.caller() != null && serves("token", token.caller(), requirements)) {
      exchange.caller = token.caller();
    } else if (key.caller() != null && serves("key", key.caller(), requirements)) {
      exchange.caller = key.caller();
    } else {
      exchange.refusal = refusal(token, key, requirements);
    }
    context.next();
  }

  /** Turns the request away if its credentials were not enough. */
  public void enforce(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    Exchange.Refusal refusal = exchange.refusal;
    if (refusal == null) {
      context.next();
    } else if (!refusal.attempt()) {
      Replies.fail(exchange, refusal.failure());
    } else if (gatekeeper.banned(exchange)) {
      Replies.fail(exchange, gatekeeper.blocked(exchange.address.key()));
    } else {
      gatekeeper
          .failedAttempt(exchange)
          .onSuccess(counted ->
              Replies.fail(
                  exchange,
                  counted ? refusal.failure() : gatekeeper.blocked(exchange.address.key())));
    }
  }

  private Shown token(Exchange exchange) {
    String header = exchange.request.getHeader("Authorization");
    if (header == null) {
      return Shown.NOTHING;
    }
    if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return new Shown(null, "Authorization must be Bearer with a token", false);
    }
    return switch (tokens.verify(header.substring(BEARER.length()).strip())) {
      case TokenVerification.Valid(TokenClaims claims) when revocations.revoked(claims.id()) ->
          new Shown(null, "the token is revoked", false);
      case TokenVerification.Valid(TokenClaims claims) ->
          new Shown(
              exchange.caller.as(
                  claims.role(),
                  claims.subject(),
                  claims.id(),
                  claims.expiry().getEpochSecond(),
                  Set.of()),
              null,
              false);
      case TokenVerification.Expired expired -> new Shown(null, "the token has expired", false);
      case TokenVerification.Forged forged -> new Shown(null, WRONG, true);
    };
  }

  private Shown key(Exchange exchange) {
    String header = exchange.request.getHeader(keyHeader);
    if (header == null) {
      return Shown.NOTHING;
    }
    return keys.find(header)
        .map(key ->
            new Shown(exchange.caller.as(key.role(), key.name(), "", 0, key.scopes()), null, false))
        .orElse(new Shown(null, WRONG, true));
  }

  private static boolean serves(String scheme, Caller caller, List<Requirement> requirements) {
    if (requirements.isEmpty()) {
      return true;
    }
    for (Requirement requirement : requirements) {
      if (requirement.scheme().equals(scheme)
          && (requirement.any().isEmpty() || caller.operator() || holds(caller, requirement))) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(Caller caller, Requirement requirement) {
    if (requirement.scheme().equals("token")) {
      return requirement.any().contains(caller.role().name().toLowerCase(Locale.ROOT));
    }
    return caller.scopes().stream().anyMatch(requirement.any()::contains);
  }

  /** Null when nothing is against the request: a public operation, and no forged credential. */
  private static Exchange.Refusal refusal(Shown token, Shown key, List<Requirement> requirements) {
    boolean attempt = token.attempt() || key.attempt();
    if (requirements.isEmpty() && !attempt) {
      return null;
    }
    if (!token.given() && !key.given()) {
      return new Exchange.Refusal(
          new Failure(401, "a credential is required", Map.of("WWW-Authenticate", CHALLENGE), ""),
          false);
    }
    String fault =
        Stream.of(token.fault(), key.fault())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("the credential does not cover this operation");
    return new Exchange.Refusal(Failure.of(403, fault), attempt);
  }
}
