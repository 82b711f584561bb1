package dev.gatehouse.http.stages;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.bodies.StagedUploads;
import dev.gatehouse.http.downloads.ClaimCache;
import dev.gatehouse.http.downloads.Downloads;
import dev.gatehouse.http.exchange.Conditions;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.Map;

/** Last stage: sends the call to its area and turns the reply into HTTP. */
public final class Dispatch {
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;

  private final Dispatcher dispatcher;
  private final Downloads downloads;
  private final ClaimCache claims;
  private final Idempotency idempotency;
  private final StagedUploads stagedUploads;
  private final String publicUrl;

  /** Of this event loop, by the claim check's tag. */
  private final Map<String, Asked> lookUps = new HashMap<>();

  private record Asked(Future<Reply> reply, long generation) {}

  public Dispatch(
      Dispatcher dispatcher,
      Downloads downloads,
      ClaimCache claims,
      Idempotency idempotency,
      StagedUploads stagedUploads,
      String publicUrl) {
    this.dispatcher = dispatcher;
    this.downloads = downloads;
    this.claims = claims;
    this.idempotency = idempotency;
    this.stagedUploads = stagedUploads;
    this.publicUrl = publicUrl;
  }

  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    if (exchange.over()) {
      // What was staged for it is dropped already.
      return;
    }
    String tag = claims.tag(exchange);
    ClaimCheck known = claims.find(tag);
    if (known != null) {
      exchange.response().putHeader(HeaderNames.CACHE_CONTROL, exchange.operation.cacheControl());
      downloads.send(exchange, known, () -> again(context, exchange, tag));
      return;
    }
    // Between the look-up and the first byte the file can be replaced: one more look tells. Only
    // what may be kept may be asked twice; anything else could have an effect.
    ask(
        context,
        exchange,
        tag,
        tag == null ? () -> gone(exchange) : () -> again(context, exchange, tag));
  }

  private void again(RoutingContext context, Exchange exchange, String tag) {
    claims.drop(tag);
    ask(context, exchange, tag, () -> gone(exchange));
  }

  private static void gone(Exchange exchange) {
    Replies.fail(exchange, Failure.of(404, "the file is gone"));
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

  /** Those who want a download that is being looked up wait for the one answer: single flight. */
  private Future<Reply> ask(Exchange exchange, String tag, long generation) {
    Asked asked = tag == null ? null : lookUps.get(tag);
    if (asked != null && asked.generation() == generation) {
      return asked.reply();
    }
    Future<Reply> reply =
        idempotency.once(
            exchange,
            () -> {
              if (exchange.over()) {
                return Future.succeededFuture(Failure.busy("the client has left", 1));
              }
              exchange.handedOver = true;
              Call call = call(exchange);
              return exchange.operation.inline()
                  ? dispatcher.dispatchInline(call)
                  : dispatcher.dispatch(call);
            });
    if (tag != null) {
      var mine = new Asked(reply, generation);
      lookUps.put(tag, mine);
      reply.onComplete(done -> lookUps.remove(tag, mine));
    }
    return reply;
  }

  private Call call(Exchange exchange) {
    Operation operation = exchange.operation;
    return new Call(
        operation.id(),
        new Origin(exchange.requestId, exchange.caller, base(exchange)),
        Deadline.in(operation.timeout()),
        exchange.parameters,
        exchange.body,
        exchange.uploads);
  }

  private String base(Exchange exchange) {
    if (!publicUrl.isEmpty()) {
      return publicUrl;
    }
    var authority = exchange.request.authority();
    return exchange.request.scheme() + "://" + (authority == null ? "localhost" : authority);
  }

  private void answer(Exchange exchange, Reply reply, String tag, long generation, Runnable gone) {
    switch (reply) {
      case Failure failure -> {
        // After an error of ours the area may have kept the upload: the sweep of orphans decides.
        if (failure.status() < SERVER_ERROR) {
          stagedUploads.drop(exchange);
        }
        Replies.fail(exchange, failure);
      }
      case Answer answer -> {
        if (answer.claimCheck() != null) {
          claims.keep(tag, answer.claimCheck(), generation);
        }
        success(exchange, answer, gone);
      }
    }
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
    } else if (answer.status() == OK
        && Conditions.reads(exchange.request)
        && Conditions.unchanged(exchange)) {
      response.setStatusCode(304);
      Replies.end(exchange, Buffer.buffer());
    } else if (answer.json() != null) {
      Replies.json(exchange, answer.status(), answer.json());
    } else {
      response.setStatusCode(answer.status());
      Replies.end(exchange, Buffer.buffer());
    }
  }
}
