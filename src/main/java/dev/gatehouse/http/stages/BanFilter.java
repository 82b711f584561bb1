package dev.gatehouse.http.stages;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.security.BanStatus;
import dev.gatehouse.security.Bans;
import dev.gatehouse.security.ClientAddress;
import dev.gatehouse.security.HoneypotPaths;
import dev.gatehouse.security.RateLimitHeaders;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Second stage: rejects banned addresses and bans clients that request honeypot paths. */
public final class BanFilter {
  static final String BLOCKED = "this address is blocked";

  private static final Duration STORE_TIME = Duration.ofSeconds(5);
  private static final int RETRY_SECONDS = 5;

  private final Bans bans;
  private final HoneypotPaths baits;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  public BanFilter(Bans bans, HoneypotPaths baits, Dispatcher dispatcher, InstantSource clock) {
    this.bans = bans;
    this.baits = baits;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /** Passes the request on, or rejects it. */
  public void admit(Exchange exchange, Runnable next) {
    ClientAddress address = exchange.address;
    if (!address.mayBeBanned()) {
      next.run();
    } else if (banned(exchange)) {
      Replies.fail(exchange, blocked(address.key()));
    } else if (baits.bans(
        exchange.request.path() == null ? "" : exchange.request.path(),
        exchange.request.getHeader(HeaderNames.SEC_FETCH_SITE),
        exchange.request.getHeader(HeaderNames.SEC_FETCH_DEST))) {
      ban(exchange, "bait path", null)
          .onSuccess(unstored ->
              Replies.fail(exchange, unstored == null ? blocked(address.key()) : unstored));
    } else if (bans.complete()) {
      next.run();
    } else {
      ask(exchange, "access.findBan", Map.of("address", address.key()))
          .onSuccess(reply -> admitIfFree(exchange, reply, next));
    }
  }

  /** Passes the request on unless the store reports a ban. A failed lookup bans no client. */
  private void admitIfFree(Exchange exchange, Reply reply, Runnable next) {
    if (reply instanceof Answer answer) {
      BanStatus standing = answer.body(BanStatus.class);
      if (standing.banned()) {
        Instant end = standing.end() == null ? Instant.MAX : standing.end();
        bans.set(exchange.address.key(), end);
        Replies.fail(exchange, blocked(exchange.address.key()));
        return;
      }
    }
    next.run();
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
      return Future.succeededFuture();
    }
    Map<String, Object> body =
        length == null
            ? Map.of("address", exchange.address.key(), "reason", reason)
            : Map.of(
                "address", exchange.address.key(), "reason", reason, "seconds", length.toSeconds());
    return ask(exchange, "access.ban", body).map(BanFilter::refusal);
  }

  /**
   * Reports a failed attempt to the access area.
   *
   * @param keyHashes hashes of an unknown key that may have been stored recently; null for none
   * @return a success once the attempt is counted, with status 200 and the credential's state if
   *     the key is stored after all. Otherwise the error to send: concurrent requests used up the
   *     address's attempts, or the attempt could not be counted. The client then must not learn
   *     what was wrong.
   */
  Future<Reply> failedAttempt(Exchange exchange, List<String> keyHashes) {
    Map<String, Object> shown = new HashMap<>();
    shown.put("keyHashes", keyHashes);
    return ask(exchange, "access.failedAttempt", shown).map(BanFilter::clear);
  }

  /**
   * Asks the access area whether the address has an attempt left.
   *
   * @param token id of a token that may be revoked although this node does not know it; null for
   *     none
   * @param keyHashes hashes of an unknown key that may be stored; null for none
   * @return the state of the credentials, or the error to send
   */
  Future<Reply> mayTry(Exchange exchange, String token, List<String> keyHashes) {
    Map<String, Object> question = new HashMap<>();
    question.put("tokenId", token);
    question.put("keyHashes", keyHashes);
    return ask(exchange, "access.mayTry", question).map(BanFilter::clear);
  }

  private static Reply clear(Reply reply) {
    return reply instanceof Answer ? reply : refusal(reply);
  }

  private Future<Reply> ask(Exchange exchange, String operation, Map<String, Object> body) {
    return dispatcher.dispatch(message(exchange, operation, body));
  }

  /**
   * Returns the error to send. Without a clear reply of the access area, the client is asked to
   * retry and is never banned.
   */
  private static ApiError refusal(Reply reply) {
    return switch (reply) {
      case Answer answer -> null;
      case ApiError failure when failure.status() == 403 || failure.status() == 429 -> failure;
      case ApiError failure ->
          ApiError.busy(
                  ErrorCode.ATTEMPTS_UNAVAILABLE,
                  "attempts cannot be counted at the moment",
                  RETRY_SECONDS)
              .because(failure.detail());
    };
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

  private Call message(Exchange exchange, String operation, Map<String, Object> body) {
    Caller caller = Caller.anonymous(exchange.address.key(), exchange.address.mayBeBanned());
    return Call.message(operation, new Origin(exchange.requestId, caller, ""), STORE_TIME, body);
  }
}
