package dev.gatehouse.simulation;

import module java.base;

import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.Future;

/** Bus between the areas of all nodes. A call may go to any node, and its reply may be lost. */
final class SimulatedBus implements MessageBus {
  private final Map<String, List<Area.Handler>> handlers = new HashMap<>();
  private final Baton baton;
  private final Mutation mutation;

  SimulatedBus(Baton baton, Mutation mutation) {
    this.baton = baton;
    this.mutation = mutation;
  }

  void host(Message.Handlers messages) {
    messages
        .onAnyNode()
        .forEach((address, handler) ->
            handlers.computeIfAbsent(address, first -> new ArrayList<>()).add(handler));
  }

  @Override
  public Future<Reply> dispatch(Call call) {
    baton.yield();
    if (baton.fault(200)) {
      return reply(ApiError.busy(ErrorCode.AREA_UNAVAILABLE, "simulated", 5));
    }
    if (baton.fault(120)) {
      baton.start(() -> handled(call));
      return reply(ApiError.of(ErrorCode.TIMEOUT, "simulated"));
    }
    Reply handled = handled(call);
    return reply(baton.fault(150) ? ApiError.of(ErrorCode.TIMEOUT, "simulated") : handled);
  }

  private static Future<Reply> reply(Reply reply) {
    return Future.succeededFuture(reply);
  }

  private Reply handled(Call call) {
    List<Area.Handler> nodes = handlers.get(call.operation());
    Area.Handler node = nodes.get(baton.random.nextInt(nodes.size()));
    return mutation.call(call, each -> answer(node, each));
  }

  private static Reply answer(Area.Handler node, Call call) {
    try {
      return node.handle(call);
    } catch (ApiException failed) {
      return failed.failure();
    } catch (Exception broken) {
      return StoreFailures.answer(broken)
          .orElseThrow(() -> new AssertionError(call.operation() + " failed", broken));
    }
  }

  @Override
  public void publish(Event event) {
    // Caches listen to events, orders do not.
  }

  @Override
  public void notifyLocal(Event event) {
    // Caches listen to events, orders do not.
  }

  @Override
  public void listen(String name, Consumer<Event> listener) {
    // Caches listen to events, orders do not.
  }
}
