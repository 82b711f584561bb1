package dev.gatehouse.http.stages;

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
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Last stage: sends the call to its area and converts the reply to HTTP. */
public final class Dispatch {
  private static final int SERVER_ERROR = 500;
  private static final int RETRY_SECONDS = 2;

  /** Idempotent methods: two requests have the same effect as one. */
  private static final Set<HttpMethod> REPEATABLE =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.PUT, HttpMethod.DELETE);

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
    String tag = claims.tag(exchange);
    ClaimCheck known = claims.find(tag);
    if (known != null) {
      exchange.response().putHeader(HeaderNames.CACHE_CONTROL, exchange.operation.cacheControl());
      downloads.send(exchange, known, () -> again(context, exchange, tag));
      return;
    }
    // The file can be replaced between the lookup and the first byte, so the lookup is repeated
    // once. Only cacheable requests are repeated, since others could have side effects.
    ask(
        context,
        exchange,
        tag,
        tag == null ? () -> clientLeft(exchange) : () -> again(context, exchange, tag));
  }

  private void again(RoutingContext context, Exchange exchange, String tag) {
    claims.drop(tag);
    ask(context, exchange, tag, () -> clientLeft(exchange));
  }

  private static void clientLeft(Exchange exchange) {
    Replies.fail(exchange, ApiError.of(ErrorCode.FILE_NOT_FOUND, "the file was deleted"));
  }

  private void ask(RoutingContext context, Exchange exchange, String tag, Runnable gone) {
    long generation = claims.generation();
    Future<Reply> reply = ask(exchange, tag, generation);
    if (reply.succeeded()) {
      answer(exchange, reply.result(), tag, generation, gone);
    } else {
      reply
          .onSuccess(later -> answer(exchange, later, tag, generation, gone))
          .onFailure(context::fail);
    }
  }

  /** Calls the area. Concurrent requests for one download share a single lookup (single flight). */
  private Future<Reply> ask(Exchange exchange, String tag, long generation) {
    Asked asked = tag == null ? null : lookUps.get(tag);
    if (asked != null && asked.generation() == generation) {
      return asked.reply();
    }
    Future<Reply> reply = idempotency.once(exchange, () -> sendIfUnchanged(exchange));
    if (tag != null) {
      var mine = new Asked(reply, generation);
      lookUps.put(tag, mine);
      reply.onComplete(done -> lookUps.remove(tag, mine));
    }
    return reply;
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
    return exchange.over()
        ? Future.succeededFuture(
            ApiError.busy(ErrorCode.CLIENT_DISCONNECTED, "the client has disconnected", 1))
        : calls.send(exchange);
  }

  private void answer(Exchange exchange, Reply reply, String tag, long generation, Runnable gone) {
    switch (reply) {
      case ApiError failure -> {
        // After a server error the area may have kept the upload, so the orphan sweep decides.
        if (failure.status() < SERVER_ERROR) {
          stagedUploads.drop(exchange);
        }
        Replies.fail(exchange, failure.unsettled() ? unsettled(exchange, failure) : failure);
      }
      case Answer answer -> {
        if (answer.claimCheck() != null) {
          claims.keep(tag, answer.claimCheck(), generation);
        }
        success(exchange, answer, gone);
      }
    }
  }

  /**
   * Returns the error for an unknown outcome. It suggests a retry for idempotent methods without an
   * Idempotency-Key, and otherwise a check of the state.
   */
  private static ApiError unsettled(Exchange exchange, ApiError failure) {
    if (Idempotency.concerns(exchange)) {
      return Idempotency.unsettled(failure);
    }
    return REPEATABLE.contains(exchange.operation.method())
        ? ApiError.busy(
                ErrorCode.OUTCOME_UNKNOWN_RETRYABLE,
                failure.message() + "; repeat the request",
                RETRY_SECONDS)
            .because(failure.detail())
        : failure.saying(failure.message() + "; check the result before you repeat the request");
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
