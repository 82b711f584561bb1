package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.Address;
import dev.gatehouse.messages.AccessMessages.AttemptOutcome;
import dev.gatehouse.messages.AccessMessages.BanOrder;
import dev.gatehouse.messages.AccessMessages.BanStatus;
import dev.gatehouse.messages.AccessMessages.CredentialQuestion;
import dev.gatehouse.messages.AccessMessages.CredentialStatus;
import dev.gatehouse.messages.AccessMessages.PresentedKey;
import dev.gatehouse.security.AddressResolver;
import dev.gatehouse.security.Bans;
import dev.gatehouse.security.Bans.BanKnowledge;
import dev.gatehouse.security.ClientAddress;
import dev.gatehouse.security.HoneypotPaths;
import dev.gatehouse.security.RateLimitHeaders;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;

/** Second stage: rejects banned addresses and bans clients that request honeypot paths. */
public record BanFilter(
    Bans bans,
    HoneypotPaths honeypotPaths,
    AddressResolver addresses,
    Dispatcher dispatcher,
    InstantSource clock) {
  static final String BLOCKED = "this address is blocked";

  private static final Duration STORE_TIME = Duration.ofSeconds(5);
  private static final int RETRY_SECONDS = 5;

  /** Passes the request on, or rejects it. */
  public void admit(Exchange exchange, Runnable next) {
    ClientAddress address = exchange.address;
    if (!address.mayBeBanned()) {
      if (isBait(exchange)) {
        addresses.spared(address);
      }
      next.run();
      return;
    }
    BanKnowledge known = bans.of(address.key(), clock.instant());
    if (known == BanKnowledge.BANNED) {
      Replies.fail(exchange, blocked(address.key()));
    } else if (isBait(exchange)) {
      ban(exchange, "bait path", null)
          .onSuccess(unstored ->
              Replies.fail(exchange, unstored == null ? blocked(address.key()) : unstored));
    } else if (known == BanKnowledge.FREE) {
      next.run();
    } else {
      ask(exchange, AccessMessages.FIND_BAN, new Address(address.key()))
          .onComplete(found -> admitIfFree(exchange, found, next));
    }
  }

  private boolean isBait(Exchange exchange) {
    return honeypotPaths.bans(
        Objects.requireNonNullElse(exchange.request.path(), ""),
        exchange.request.getHeader(HeaderNames.SEC_FETCH_SITE),
        exchange.request.getHeader(HeaderNames.SEC_FETCH_DEST));
  }

  /** Passes the request on unless the store reports a ban. A failed lookup bans no client. */
  private void admitIfFree(Exchange exchange, AsyncResult<BanStatus> found, Runnable next) {
    if (found.failed() || !found.result().banned()) {
      next.run();
      return;
    }
    Instant end = Objects.requireNonNullElse(found.result().end(), Instant.MAX);
    bans.set(exchange.address.key(), end);
    Replies.fail(exchange, blocked(exchange.address.key()));
  }

  /**
   * Bans the client's address, if it may be banned.
   *
   * @param length null for the next step of the ladder
   * @return null once the ban is stored, or if the address may not be banned; otherwise the error
   *     for a client that cannot be banned now
   */
  Future<ApiError> ban(Exchange exchange, String reason, Duration length) {
    if (!exchange.address.mayBeBanned()) {
      addresses.spared(exchange.address);
      return Future.succeededFuture();
    }
    Long seconds = length == null ? null : length.toSeconds();
    return ask(exchange, AccessMessages.BAN, new BanOrder(exchange.address.key(), reason, seconds))
        .map(done -> (ApiError) null)
        .otherwise(BanFilter::refusal);
  }

  /**
   * Counts a failed attempt in the access area.
   *
   * @param keyHashes hashes of an unknown key that may have been stored recently; null for none
   * @return the outcome of the counted attempt, with the credential's state if the key is stored
   *     after all. The future fails with the error to send if concurrent requests used up the
   *     address's attempts, or if the attempt could not be counted. The client then must not learn
   *     what was wrong.
   */
  Future<AttemptOutcome> failedAttempt(Exchange exchange, List<String> keyHashes) {
    return ask(exchange, AccessMessages.FAILED_ATTEMPT, new PresentedKey(keyHashes))
        .recover(problem -> Future.failedFuture(refusal(problem).exception()));
  }

  /**
   * Checks that the address has an attempt left. The future holds the status of the credential, or
   * fails with the answer to the client.
   *
   * @param token id of a token that may be revoked although this node does not know it; null for
   *     none
   * @param keyHashes hashes of an unknown key that may be stored; null for none
   * @return the state of the credentials, or the error to send
   */
  Future<CredentialStatus> mayTry(Exchange exchange, String token, List<String> keyHashes) {
    return ask(exchange, AccessMessages.MAY_TRY, new CredentialQuestion(token, keyHashes))
        .recover(problem -> Future.failedFuture(refusal(problem).exception()));
  }

  private <Q, R> Future<R> ask(Exchange exchange, Message<Q, R> message, Q request) {
    Caller caller = Caller.anonymous(exchange.address.key(), exchange.address.mayBeBanned());
    var origin = new Origin(exchange.requestId, caller, "");
    return dispatcher.send(message, request, origin, STORE_TIME);
  }

  /**
   * Returns the error to send. Without a clear reply of the access area, the client is asked to
   * retry and is never banned.
   */
  private static ApiError refusal(Throwable problem) {
    ApiError failure = ApiError.of(problem);
    if (failure.status() == 403 || failure.status() == 429) {
      return failure;
    }
    return ApiError.busy(
            ErrorCode.ATTEMPTS_UNAVAILABLE,
            "attempts cannot be counted at the moment",
            RETRY_SECONDS)
        .because(failure.detail());
  }

  public boolean banned(Exchange exchange) {
    return exchange.address.mayBeBanned() && bans.banned(exchange.address.key(), clock.instant());
  }

  /** Returns the error for a banned client, with the time after which it may return. */
  ApiError blocked(String address) {
    Map<String, String> headers =
        bans.left(address, clock.instant())
            .map(left -> Map.of("Retry-After", RateLimitHeaders.retryAfter(left)))
            .orElse(Map.of());
    return ApiError.of(ErrorCode.BANNED, BLOCKED).with(headers);
  }
}
