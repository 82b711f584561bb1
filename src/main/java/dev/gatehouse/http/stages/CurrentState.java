package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Preconditions;
import dev.gatehouse.http.exchange.Preconditions.Outcome;
import dev.gatehouse.http.exchange.Preconditions.Validators;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/**
 * Evaluates the conditions of a write ({@code If-Match} and similar) before it is sent to its area.
 * The current validators come from a reading operation: the GET of the same path, or the operation
 * that {@code x-current} names.
 */
public final class CurrentState {
  private final AreaCalls calls;

  /** Reading operations by the id of the writing operation. */
  private final Map<String, Operation> readers = new HashMap<>();

  public CurrentState(Contract contract, AreaCalls calls) {
    this.calls = calls;
    Map<String, Operation> byId = new HashMap<>();
    Map<String, Operation> byPath = new HashMap<>();
    for (Operation operation : contract.operations()) {
      byId.put(operation.id(), operation);
      if (operation.method().equals(HttpMethod.GET)) {
        byPath.put(operation.path(), operation);
      }
    }
    for (Operation operation : contract.operations()) {
      String named = named(contract, operation);
      Operation reader = named == null ? byPath.get(operation.path()) : byId.get(named);
      if (named != null && reader == null) {
        throw new IllegalStateException(operation.id() + ": unknown x-current " + named);
      }
      if (reader != null) {
        readers.put(operation.id(), reader);
      }
    }
  }

  private static String named(Contract contract, Operation operation) {
    JsonObject path = contract.document().getJsonObject("paths").getJsonObject(operation.path());
    return path.getJsonObject(operation.method().name().toLowerCase(Locale.ROOT))
        .getString("x-current");
  }

  /** Returns whether an operation's conditions are checked before its body is read. */
  public static boolean serves(Operation operation) {
    return !operation.method().equals(HttpMethod.GET) && !operation.idempotent();
  }

  /**
   * Checks the conditions of a request that has any, before the body is read, so that no client
   * uploads 500 MB in vain.
   */
  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    fault(exchange)
        .onSuccess(fault ->
            fault.ifPresentOrElse(failure -> Replies.fail(exchange, failure), context::next))
        .onFailure(context::fail);
  }

  /**
   * Evaluates the conditions against the current state. Called again after the whole body has
   * arrived.
   */
  Future<Optional<ApiError>> fault(Exchange exchange) {
    Operation reader = readers.get(exchange.operation.id());
    if (reader == null) {
      return Future.succeededFuture(evaluate(exchange, Validators.NONE));
    }
    return calls
        .ask(exchange, reader, parameters(exchange, reader))
        .map(reply ->
            switch (reply) {
              case Answer answer -> evaluate(exchange, validators(answer));
              case ApiError none when none.status() == 404 -> evaluate(exchange, Validators.NONE);
              case ApiError failure -> Optional.of(failure);
            });
  }

  /**
   * Evaluates the conditions and records the entity tag for the area, which thereby detects a
   * concurrent change.
   */
  private static Optional<ApiError> evaluate(Exchange exchange, Validators now) {
    if (Preconditions.evaluate(exchange.request, now) != Outcome.HOLD) {
      return Optional.of(ApiError.changed());
    }
    exchange.seen = Preconditions.seen(exchange.request, now);
    return Optional.empty();
  }

  private static Validators validators(Answer answer) {
    ClaimCheck claim = answer.claimCheck();
    if (claim == null) {
      return Validators.of(MultiMap.caseInsensitiveMultiMap().addAll(answer.headers()));
    }
    return new Validators(
        true,
        claim.etag().isEmpty() ? null : '"' + claim.etag() + '"',
        // Headers have a resolution of one second.
        claim.lastModified() == null ? null : claim.lastModified().truncatedTo(ChronoUnit.SECONDS));
  }

  /** Returns the reader's parameters, which have the same names in the path or the query. */
  private static Map<String, Object> parameters(Exchange exchange, Operation reader) {
    Map<String, String> texts = new HashMap<>();
    exchange.parameters.forEach((name, value) -> texts.put(name, String.valueOf(value)));
    MultiMap query = MultiMap.caseInsensitiveMultiMap().addAll(texts);
    return reader.validation().parameters(texts, query, MultiMap.caseInsensitiveMultiMap());
  }
}
