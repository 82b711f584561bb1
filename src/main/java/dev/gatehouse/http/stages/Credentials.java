package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Loops;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.contract.Operation.Requirement;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.messages.AccessMessages.AttemptOutcome;
import dev.gatehouse.messages.AccessMessages.CredentialStatus;
import dev.gatehouse.messages.AccessMessages.StoredKey;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.security.ApiKeys;
import dev.gatehouse.security.KnownGoodCredentials;
import dev.gatehouse.security.Revocations;
import dev.gatehouse.security.StateConfirmation;
import dev.gatehouse.security.TokenClaims;
import dev.gatehouse.security.Tokens;
import dev.gatehouse.security.Tokens.CredentialMistakes;
import io.vertx.core.AsyncResult;
import io.vertx.ext.web.RoutingContext;

/**
 * Fourth stage: checks a request's credentials against the requirements of its operation. The check
 * uses memory first; {@link #enforce} applies the result after the rate limit, so that guessing is
 * limited too.
 *
 * <p>A client learns a result only at the cost of an attempt. A wrong credential is counted before
 * it is rejected. A right credential that is new for the address is accepted only if the address
 * has an attempt left. Concurrent guesses therefore get at most as many replies as the address has
 * attempts. When an attempt is counted, the store also reports keys that another node created
 * recently.
 */
public final class Credentials {
  private static final String BEARER = "Bearer ";
  private static final ApiError WRONG =
      ApiError.of(ErrorCode.CREDENTIAL_INVALID, "the credential is wrong");
  private static final ApiError STALE =
      ApiError.of(
          ErrorCode.VERIFICATION_REQUIRED, "sign in again: this operation needs a recent sign-in");
  private static final ApiError REVOKED =
      ApiError.of(ErrorCode.TOKEN_REVOKED, "the token is revoked");
  private static final ApiError EXPIRED =
      ApiError.of(ErrorCode.TOKEN_EXPIRED, "the token has expired");
  static final ApiError UNCONFIRMED =
      ApiError.busy(
          ErrorCode.CREDENTIALS_UNCONFIRMED, "revocations cannot be read at the moment", 1);

  private static final ApiError NO_BEARER =
      ApiError.of(
          ErrorCode.AUTHORIZATION_UNSUPPORTED,
          "Authorization",
          "Authorization must be Bearer with a token");

  private final Tokens tokens;
  private final ApiKeys keys;
  private final Revocations revocations;
  private final CharSequence keyHeader;
  private final CredentialRequirements credentialRequirements;
  private final BanFilter banFilter;
  private final KnownGoodCredentials knownGood;
  private final StateConfirmation confirmation;
  private final InstantSource clock;

  /**
   * @param keyHeader name of the header that carries API keys
   * @param contactUrl page where access can be requested; may be empty
   */
  public Credentials(Verification parts, String keyHeader, String contactUrl, BanFilter banFilter) {
    this.tokens = parts.tokens();
    this.keys = parts.keys();
    this.revocations = parts.revocations();
    this.knownGood = parts.knownGood();
    this.confirmation = parts.confirmation();
    this.clock = parts.clock();
    this.keyHeader = HeaderNames.name(keyHeader);
    this.credentialRequirements = CredentialRequirements.of(contactUrl);
    this.banFilter = banFilter;
  }

  public record Verification(
      Tokens tokens,
      ApiKeys keys,
      Revocations revocations,
      KnownGoodCredentials knownGood,
      StateConfirmation confirmation,
      InstantSource clock) {}

  public void verify(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    if (confirmation.isFresh() || !presentsAny(exchange)) {
      check(context);
      return;
    }
    Loops.back(confirmation.refresh()).onComplete(read -> confirmed(context, read.succeeded()));
  }

  private boolean presentsAny(Exchange exchange) {
    return exchange.request.getHeader(HeaderNames.AUTHORIZATION) != null
        || exchange.request.getHeader(keyHeader) != null;
  }

  /** Checks credentials after all changes were read that were stored before the request. */
  private void confirmed(RoutingContext context, boolean read) {
    Exchange exchange = Exchange.of(context);
    if (exchange.over()) {
      return;
    }
    if (!read) {
      exchange.refusal = new Exchange.Refusal(UNCONFIRMED, false);
      context.next();
    } else if (banFilter.banned(exchange)) {
      Replies.fail(exchange, banFilter.blocked(exchange.address.key()));
    } else {
      check(context);
    }
  }

  private void check(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    ShownCredential token = token(exchange);
    ShownCredential key = key(exchange);
    boolean tokenInDoubt = token.caller() != null && !revocations.complete();
    boolean keyInDoubt = key.attempt() && !keys.complete();
    if (token.attempt() || (key.attempt() && !keyInDoubt)) {
      knownGood.forget(exchange.address.key());
    }
    boolean known = !tokenInDoubt && !keyInDoubt;
    if (known && isProven(exchange, token) && isProven(exchange, key)) {
      conclude(exchange, token, key);
      context.next();
      return;
    }
    List<String> hashes = keyInDoubt ? ApiKeys.hashes(exchange.request.getHeader(keyHeader)) : null;
    banFilter
        .mayTry(exchange, tokenInDoubt ? token.id() : null, hashes)
        .onComplete(
            stored -> {
              learn(exchange, token, key, stored);
              context.next();
            },
            problem -> {
              exchange.refusal = new Exchange.Refusal(ApiError.of(problem), false);
              context.next();
            });
  }

  /** Applies the stored state where memory is incomplete. */
  private void learn(
      Exchange exchange, ShownCredential token, ShownCredential key, CredentialStatus stored) {
    ShownCredential judgedToken =
        stored.revoked() ? ShownCredential.over(REVOKED, token.id()) : token;
    ShownCredential judgedKey = stored.key() == null ? key : shown(exchange, apiKey(stored.key()));
    reserveAttempt(exchange, judgedToken);
    reserveAttempt(exchange, judgedKey);
    conclude(exchange, judgedToken, judgedKey);
  }

  /**
   * Returns whether a credential needs no attempt. A wrong credential needs none here, because it
   * is counted before it is rejected.
   */
  private boolean isProven(Exchange exchange, ShownCredential shown) {
    return shown.id() == null
        || !exchange.address.mayBeBanned()
        || knownGood.holds(exchange.address.key(), shown.id());
  }

  private void reserveAttempt(Exchange exchange, ShownCredential shown) {
    if (!isProven(exchange, shown)) {
      knownGood.remember(exchange.address.key(), shown.id());
    }
  }

  private void conclude(Exchange exchange, ShownCredential token, ShownCredential key) {
    exchange.key = key.key();
    if (key.key() != null) {
      keys.uses().add(key.id(), exchange.address.key(), clock.instant());
    }
    Operation operation = exchange.operation;
    List<Requirement> requirements = operation == null ? List.of() : operation.requirements();
    if (token.caller() != null
        && CredentialRequirements.serves("token", token.caller(), requirements)) {
      exchange.caller = token.caller();
      exchange.credential = token.id();
    } else if (key.caller() != null
        && CredentialRequirements.serves("key", key.caller(), requirements)) {
      exchange.caller = key.caller();
      exchange.credential = key.id();
    } else {
      exchange.refusal = credentialRequirements.refusal(token, key, requirements);
    }
  }

  /** Rejects the request if its credentials are insufficient. */
  public void enforce(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    Exchange.Refusal refusal = exchange.refusal;
    if (refusal == null) {
      context.next();
    } else if (!refusal.attempt()) {
      Replies.fail(exchange, refusal.failure());
    } else if (banFilter.banned(exchange)) {
      Replies.fail(exchange, banFilter.blocked(exchange.address.key()));
    } else {
      banFilter
          .failedAttempt(exchange, perhapsStored(exchange))
          .onComplete(counted -> counted(context, counted));
    }
  }

  /**
   * Returns the hashes of a key that may be newer than the keys in memory; null if that is
   * impossible.
   */
  private List<String> perhapsStored(Exchange exchange) {
    String header = exchange.request.getHeader(keyHeader);
    boolean keyAlone = header != null && !token(exchange).attempt();
    return keyAlone && keys.complete() ? ApiKeys.hashes(header) : null;
  }

  /**
   * Rejects the request after its attempt was counted. If the key turned out to be stored, the
   * request continues instead.
   */
  private void counted(RoutingContext context, AsyncResult<AttemptOutcome> outcome) {
    Exchange exchange = Exchange.of(context);
    if (outcome.succeeded() && outcome.result().keyIsStored()) {
      exchange.refusal = null;
      learn(exchange, token(exchange), ShownCredential.NOTHING, outcome.result().stored());
    }
    if (exchange.refusal == null) {
      context.next();
    } else {
      ApiError counted = exchange.refusal.failure();
      Replies.fail(exchange, outcome.failed() ? ApiError.of(outcome.cause()) : counted);
    }
  }

  private static ApiKey apiKey(StoredKey key) {
    return new ApiKey(
        key.id(),
        key.name(),
        key.hash(),
        key.scopes(),
        key.createdAt(),
        key.perMinute(),
        key.expiresAt());
  }

  private ShownCredential token(Exchange exchange) {
    String header = exchange.request.getHeader(HeaderNames.AUTHORIZATION);
    if (header == null) {
      return ShownCredential.NOTHING;
    }
    if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return ShownCredential.over(NO_BEARER, null);
    }
    return switch (tokens.verify(header.substring(BEARER.length()).strip())) {
      case Tokens.Verification.Valid(TokenClaims claims) when revocations.revoked(claims.id()) ->
          ShownCredential.over(REVOKED, claims.id());
      case Tokens.Verification.Valid(TokenClaims claims)
          when exchange.operation != null
              && exchange.operation.stepUp()
              && tokens.isStale(claims) ->
          ShownCredential.over(STALE, claims.id());
      case Tokens.Verification.Valid(TokenClaims claims) ->
          ShownCredential.right(bearer(exchange.caller, claims), claims.id());
      case Tokens.Verification.Expired(TokenClaims claims) ->
          ShownCredential.over(EXPIRED, claims.id());
      case Tokens.Verification.Forged forged -> ShownCredential.wrong(WRONG);
      case Tokens.Verification.NoToken(String mistake) -> mistaken(mistake);
    };
  }

  private static Caller bearer(Caller caller, TokenClaims claims) {
    return caller.as(
        claims.role(), claims.subject(), claims.id(), claims.expiry().getEpochSecond(), Set.of());
  }

  private ShownCredential key(Exchange exchange) {
    String header = exchange.request.getHeader(keyHeader);
    if (header == null || header.isBlank()) {
      return ShownCredential.NOTHING;
    }
    return keys.find(header)
        .map(key -> shown(exchange, key))
        .orElseGet(() ->
            CredentialMistakes.ofKey(header)
                .map(Credentials::mistaken)
                .orElseGet(() -> ShownCredential.wrong(WRONG)));
  }

  private static ShownCredential mistaken(String mistake) {
    return ShownCredential.over(ApiError.of(ErrorCode.CREDENTIAL_INVALID, mistake), null);
  }

  private ShownCredential shown(Exchange exchange, ApiKey key) {
    if (key.expired(clock.instant())) {
      return ShownCredential.over(
          ApiError.of(
              ErrorCode.CREDENTIAL_INVALID,
              "the API key " + key.name() + " expired at " + key.expiresAt()),
          key.id());
    }
    return ShownCredential.right(
            exchange.caller.as(key.role(), key.name(), "", 0, key.scopes()), key.id())
        .with(key);
  }

  /**
   * Compares credentials with the requirements of an operation.
   *
   * @param access end of the messages that says where access can be requested; may be empty
   */
  record CredentialRequirements(String access) {
    /**
     * @param contactUrl page where access can be requested; may be empty
     */
    static CredentialRequirements of(String contactUrl) {
      return new CredentialRequirements(PlainText.prefixed("; access: ", contactUrl));
    }

    /** Returns whether a caller fulfils one of the requirements with a scheme. */
    static boolean serves(String scheme, Caller caller, List<Requirement> requirements) {
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

    /**
     * Returns the rejection of insufficient credentials. Null if nothing is missing: a public
     * operation without a forged credential.
     */
    Exchange.Refusal refusal(
        ShownCredential token, ShownCredential key, List<Requirement> requirements) {
      boolean attempt = token.attempt() || key.attempt();
      if (requirements.isEmpty() && !attempt) {
        return null;
      }
      if (!token.given() && !key.given()) {
        return new Exchange.Refusal(
            ApiError.of(ErrorCode.CREDENTIAL_REQUIRED, "a credential is required" + access)
                .with(Map.of("WWW-Authenticate", "Bearer realm=\"gatehouse\"")),
            false);
      }
      ApiError fault = token.fault() == null ? key.fault() : token.fault();
      return new Exchange.Refusal(fault == null ? uncovered(token) : fault, attempt);
    }

    /** The refusal of a valid credential that does not serve. */
    private ApiError uncovered(ShownCredential token) {
      ErrorCode code = token.given() ? ErrorCode.ROLE_NOT_ALLOWED : ErrorCode.SCOPE_MISSING;
      return ApiError.of(code, "the credential does not cover this operation" + access);
    }
  }

  /**
   * Content of a credentials header.
   *
   * @param caller caller that it authenticates; null if it is invalid or absent
   * @param fault reason why it is invalid; null if it is valid or absent
   * @param id id of the token or key; null if Gatehouse did not issue it
   * @param key the valid API key; null for other credentials
   */
  record ShownCredential(Caller caller, ApiError fault, String id, boolean attempt, ApiKey key) {
    static final ShownCredential NOTHING = new ShownCredential(null, null, null, false, null);

    static ShownCredential right(Caller caller, String id) {
      return new ShownCredential(caller, null, id, false, null);
    }

    static ShownCredential over(ApiError fault, String id) {
      return new ShownCredential(null, fault, id, false, null);
    }

    static ShownCredential wrong(ApiError fault) {
      return new ShownCredential(null, fault, null, true, null);
    }

    /** Returns this credential of a key. */
    ShownCredential with(ApiKey valid) {
      return new ShownCredential(caller, fault, id, attempt, valid);
    }

    boolean given() {
      return caller != null || fault != null;
    }
  }

  /**
   * Rechecks the credential and the address of a request that is still running after its admission.
   * Reads only memory.
   */
  public record CredentialRecheck(
      Revocations revocations, BanFilter banFilter, InstantSource clock) {
    /** Returns whether the request's credential is still valid and its address is not banned. */
    public boolean holds(Exchange exchange) {
      long expiry = exchange.caller.tokenExpiry();
      boolean expired = expiry > 0 && clock.instant().getEpochSecond() >= expiry;
      return !expired
          && !revocations.revoked(exchange.caller.tokenId())
          && !banFilter.banned(exchange);
    }
  }
}
