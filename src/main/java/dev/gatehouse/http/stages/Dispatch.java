package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.bodies.StagedUploads;
import dev.gatehouse.http.downloads.ClaimCache;
import dev.gatehouse.http.downloads.Downloads;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Preconditions;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Last stage: sends the call to its area and converts the reply to HTTP. */
public final class Dispatch {
  private static final int RETRY_SECONDS = 2;

  private final AreaCalls calls;
  private final CurrentState current;
  private final Idempotency idempotency;
  private final ClaimCache claims;
  private final Downloads downloads;
  private final StagedUploads stagedUploads;

  /** Lookups in progress on this event loop, by the claim check's tag. */
  private final Map<String, Asked> lookUps = new HashMap<>();

  private record Asked(Future<Reply> reply, long generation) {}

  public Dispatch(
      AreaCalls calls,
      CurrentState current,
      Idempotency idempotency,
      ClaimCache claims,
      Downloads downloads,
      StagedUploads stagedUploads) {
    this.calls = calls;
    this.current = current;
    this.idempotency = idempotency;
    this.claims = claims;
    this.downloads = downloads;
    this.stagedUploads = stagedUploads;
  }

  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    if (exchange.over()) {
      // Its staged uploads have already been deleted.
      return;
    }
    Future<Reply> reply = ask(exchange);
    if (reply.succeeded()) {
      answer(exchange, reply.result(), () -> clientLeft(exchange));
    } else {
      reply
          .onSuccess(later -> answer(exchange, later, () -> clientLeft(exchange)))
          .onFailure(context::fail);
    }
  }

  /** Handles a download whose claim check may be cached. */
  public void download(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    if (exchange.over()) {
      return;
    }
    String tag = claims.tag(exchange);
    ClaimCheck known = claims.find(tag);
    // The file can be replaced between the lookup and the first byte, so the lookup is repeated
    // once. Only cacheable requests are repeated, since others could have side effects.
    Runnable again = () -> again(context, exchange, tag);
    if (known == null) {
      lookUp(context, exchange, tag, again);
    } else {
      exchange.response().putHeader(HeaderNames.CACHE_CONTROL, exchange.operation.cacheControl());
      downloads.send(exchange, known, again);
    }
  }

  private void again(RoutingContext context, Exchange exchange, String tag) {
    claims.drop(tag);
    lookUp(context, exchange, tag, () -> clientLeft(exchange));
  }

  private static void clientLeft(Exchange exchange) {
    Replies.fail(exchange, ApiError.of(ErrorCode.FILE_NOT_FOUND, "the file was deleted"));
  }

  /**
   * Calls the area and caches its claim check. Concurrent requests for one download share a single
   * lookup (single flight).
   */
  private void lookUp(RoutingContext context, Exchange exchange, String tag, Runnable gone) {
    long generation = claims.generation();
    Asked asked = lookUps.get(tag);
    if (asked == null || asked.generation() != generation) {
      var mine = new Asked(ask(exchange), generation);
      lookUps.put(tag, mine);
      mine.reply().onComplete(done -> lookUps.remove(tag, mine));
      asked = mine;
    }
    asked
        .reply()
        .onSuccess(reply -> {
          if (reply instanceof Answer answer && answer.claimCheck() != null) {
            claims.keep(tag, answer.claimCheck(), generation);
          }
          answer(exchange, reply, gone);
        })
        .onFailure(context::fail);
  }

  /** Calls the area, once for each Idempotency-Key. */
  private Future<Reply> ask(Exchange exchange) {
    if (exchange.hasIdempotencyKey()) {
      return idempotency.once(exchange, () -> sendIfUnchanged(exchange));
    }
    return sendIfUnchanged(exchange);
  }

  private Future<Reply> sendIfUnchanged(Exchange exchange) {
    if (!Preconditions.onChange(exchange.request)) {
      return send(exchange);
    }
    return current
        .fault(exchange)
        .compose(fault ->
            fault.<Future<Reply>>map(Future::succeededFuture).orElseGet(() -> send(exchange)));
  }

  private Future<Reply> send(Exchange exchange) {
    if (exchange.over()) {
      return Future.succeededFuture(
          ApiError.busy(ErrorCode.CLIENT_DISCONNECTED, "the client has disconnected", 1));
    }
    return calls.send(exchange);
  }

  private void answer(Exchange exchange, Reply reply, Runnable gone) {
    switch (reply) {
      case ApiError failure -> {
        // After a server error the area may have kept the upload, so the orphan sweep decides.
        if (failure.status() < 500) {
          stagedUploads.drop(exchange);
        }
        Replies.fail(exchange, failure.unsettled() ? unsettled(exchange, failure) : failure);
      }
      case Answer answer -> success(exchange, answer, gone);
    }
  }

  /**
   * Returns the error for an unknown outcome. It suggests a retry for repeatable operations without
   * an Idempotency-Key, and otherwise a check of the state.
   */
  private static ApiError unsettled(Exchange exchange, ApiError failure) {
    if (exchange.hasIdempotencyKey()) {
      return Idempotency.unsettled(failure);
    }
    if (exchange.operation.repeatable()) {
      return ApiError.busy(
              ErrorCode.OUTCOME_UNKNOWN_RETRYABLE,
              failure.message() + "; repeat the request",
              RETRY_SECONDS)
          .because(failure.detail());
    }
    return failure.saying(failure.message() + "; check the result before you repeat the request");
  }

  private void success(Exchange exchange, Answer answer, Runnable gone) {
    HttpServerResponse response = exchange.response();
    if (exchange.over()) {
      return;
    }
    response.putHeader(HeaderNames.CACHE_CONTROL, exchange.operation.cacheControl());
    answer.headers().forEach(response::putHeader);
    if (answer.claimCheck() != null) {
      downloads.send(exchange, answer.claimCheck(), gone);
    } else if (answer.json() != null) {
      Replies.json(exchange, answer.status(), answer.json());
    } else {
      response.setStatusCode(answer.status());
      Replies.end(exchange, Buffer.buffer());
    }
  }
}
