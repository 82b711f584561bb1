package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.gate.ClientAddress;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;

/** One request and what the stages have learnt about it so far. It stays on its event loop. */
public final class Exchange {
  private static final String KEY = "gatehouse.exchange";

  public final HttpServerRequest request;
  public final String requestId;
  final long started;
  public final ClientAddress address;

  /** Null for a path that the contract does not know. */
  public Operation operation;

  public Caller caller;

  /** The objection of the credentials stage to the request; null if nothing. */
  public Refusal refusal;

  public Map<String, Object> parameters = Map.of();
  public Object body;
  public List<Upload> uploads = List.of();

  /** True once the area has been called: what was uploaded is its business from then on. */
  public boolean handedOver;

  /** True once the body was read to its end, or there was none. */
  public boolean bodyRead;

  /**
   * A reason for which a request is turned away.
   *
   * @param failure what the client reads
   * @param attempt whether it counts as a failed attempt to get in
   */
  public record Refusal(Failure failure, boolean attempt) {}

  public Exchange(
      HttpServerRequest request, String requestId, long started, ClientAddress address) {
    this.request = request;
    this.requestId = requestId;
    this.started = started;
    this.address = address;
    this.caller = Caller.nobody(address.key(), address.mayBeBanned());
  }

  public static Exchange of(RoutingContext context) {
    return context.get(KEY);
  }

  public void bind(RoutingContext context) {
    context.put(KEY, this);
  }

  public HttpServerResponse response() {
    return request.response();
  }

  /** The contract's path, or a word for what stands for it in logs and metrics: never the path. */
  String route() {
    return operation == null ? "unknown" : operation.path();
  }
}
