package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Loops;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Digests;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.store.IdempotencyKeys;
import dev.gatehouse.store.IdempotencyKeys.Entry;
import dev.gatehouse.store.IdempotencyKeys.Outcome;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes a request with an Idempotency-Key once and repeats its reply for 24 hours. A key is
 * scoped to a principal (or address) and an operation.
 *
 * <p>If the outcome is unknown, every repeat reports that, because a second execution might
 * duplicate the effect. The client must check the state and use a new key.
 */
public record Idempotency(IdempotencyKeys keys, TrustedClock clock) {
  private static final Logger LOG = LoggerFactory.getLogger(Idempotency.class);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final Map<String, String> REPLAYED = Map.of("Idempotent-Replayed", "true");

  /**
   * Statuses that are not final and release the key: failed precondition, rate limit, provider
   * failure, call not accepted by any node, full disk.
   */
  private static final Set<Integer> NOT_CARRIED_OUT = Set.of(412, 429, 502, 503, 507);

  private static final int RETRY_SECONDS = 2;
  private static final String LOOK =
      "; check the result before you send the request again with another Idempotency-Key";

  /** Executes a request with an Idempotency-Key, or returns the reply of its first execution. */
  Future<Reply> once(Exchange exchange, Supplier<Future<Reply>> request) {
    String id = id(exchange, exchange.request.getHeader(HeaderNames.IDEMPOTENCY_KEY));
    Instant now = clock.guarded().instant();
    Instant lostAt = now.plus(exchange.operation.timeout()).plus(GRACE);
    return Loops.off(
            "idempotency",
            () -> {
              String fingerprint = fingerprint(exchange);
              return keys.begin(id, fingerprint, lostAt, clock)
                  .map(entry -> repeated(entry, fingerprint, now));
            })
        .otherwise(problem -> Optional.of(notBegun(problem)))
        .compose(before ->
            before
                .map(Future::succeededFuture)
                .orElseGet(() -> request.get().compose(reply -> keep(id, lostAt, reply))));
  }

  /** Returns the error for a key that could not be reserved. The request is not executed. */
  private static Reply notBegun(Throwable problem) {
    ApiError busy =
        ApiError.busy(
            ErrorCode.STORE_UNAVAILABLE,
            "idempotency keys cannot be stored at the moment",
            RETRY_SECONDS);
    return switch (problem) {
      case StoreFullException full -> ApiError.of(ErrorCode.STORAGE_FULL, "no disk space left");
      // The store logs this once, so it is not logged for each request.
      case StoreAwayException away -> busy;
      default -> busy.because(problem.toString());
    };
  }

  private static String id(Exchange exchange, String key) {
    String who = principal(exchange);
    return Digests.sha256(
        (who + '\n' + exchange.operation.id() + '\n' + key).getBytes(StandardCharsets.UTF_8));
  }

  private static String principal(Exchange exchange) {
    Caller caller = exchange.caller;
    if (caller.subject().isEmpty()) {
      return exchange.address.key();
    }
    return caller.role() + " " + caller.subject() + distinction(exchange);
  }

  /** Returns what distinguishes callers with the same subject. */
  private static String distinction(Exchange exchange) {
    String token = exchange.caller.tokenId();
    if (token.isEmpty()) {
      // After a key was revoked, its name can be used for another key.
      return exchange.credential.equals(ApiKey.OWNER) ? "" : " " + exchange.credential;
    }
    // All clients that signed in with the code of one day share a subject.
    return exchange.caller.operator() ? "" : " " + token;
  }

  private static String fingerprint(Exchange exchange) {
    return Digests.sha256(
        Json.encode(Objects.requireNonNullElse(exchange.body, Map.of())).getBytes());
  }

  private static Reply repeated(Entry entry, String fingerprint, Instant now) {
    Outcome outcome = entry.outcome();
    if (!entry.fingerprint().equals(fingerprint)) {
      return ApiError.of(
          ErrorCode.IDEMPOTENCY_KEY_REUSED,
          "Idempotency-Key",
          "this Idempotency-Key was used with another body");
    }
    if (outcome.status() == 0 && now.isBefore(entry.lostAt())) {
      return ApiError.busy(
          ErrorCode.IDEMPOTENCY_IN_PROGRESS,
          "the first request with this Idempotency-Key is still running",
          1);
    }
    if (outcome.status() == 0) {
      return ApiError.of(
              ErrorCode.OUTCOME_UNKNOWN, "the first request ended without a reply" + LOOK)
          .with(REPLAYED);
    }
    if (outcome.status() < 400) {
      return new Answer(outcome.status(), REPLAYED, Buffer.buffer(outcome.json()), null);
    }
    return failure(outcome).with(REPLAYED);
  }

  /** An entry of an earlier release has no code, and a 504 among these is an unknown outcome. */
  static ApiError failure(Outcome outcome) {
    ErrorCode unknown = ErrorCode.OUTCOME_UNKNOWN;
    ErrorCode byStatus =
        outcome.status() == unknown.status() ? unknown : ErrorCode.ofStatus(outcome.status());
    ErrorCode code = ErrorCode.ofWire(outcome.code()).orElse(byStatus);
    return ApiError.of(code, outcome.param(), outcome.json());
  }

  private void end(String id, ApiError failure) {
    keys.end(
        id,
        new Outcome(failure.status(), failure.message(), failure.code().wire(), failure.param()));
  }

  private Future<Reply> keep(String id, Instant lostAt, Reply reply) {
    return Loops.off(
            "idempotency",
            () -> {
              switch (reply) {
                case Answer answer ->
                    keys.end(id, Outcome.success(answer.status(), answer.json().toString()));
                case ApiError failure when failure.unsettled() -> end(id, unsettled(failure));
                case ApiError failure when NOT_CARRIED_OUT.contains(failure.status()) ->
                    keys.release(id, lostAt);
                // The area may still be working, or may have stopped midway, so the key stays
                // reserved.
                case ApiError failure when failure.status() >= 500 -> {}
                case ApiError failure -> end(id, failure);
              }
              return reply;
            })
        .otherwise(problem -> unkept(reply, problem));
  }

  /** Returns the error for a key whose request has an unknown outcome. */
  static ApiError unsettled(ApiError failure) {
    return ApiError.of(ErrorCode.OUTCOME_UNKNOWN, failure.message() + LOOK)
        .because(failure.detail());
  }

  /** Returns the reply although it could not be stored, because its outcome is final. */
  private static Reply unkept(Reply reply, Throwable problem) {
    LOG.warn("reply of an Idempotency-Key was not stored: {}", problem.toString());
    return reply;
  }
}
