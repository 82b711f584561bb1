package dev.gatehouse.simulation;

import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.bus.Reply;
import io.vertx.core.Future;
import java.util.function.Consumer;

/** Bus whose caller is paused once, between a call and its reply, while other work is done. */
final class InterruptedBus implements MessageBus {
  private final MessageBus bus;
  private String address = "";
  private Runnable work;

  InterruptedBus(MessageBus bus) {
    this.bus = bus;
  }

  /** Runs work after the next call to an address, before its caller gets the reply. */
  void after(String called, Runnable other) {
    address = called;
    work = other;
  }

  @Override
  public Future<Reply> dispatch(Call call) {
    Future<Reply> reply = bus.dispatch(call);
    if (call.operation().equals(address)) {
      address = "";
      work.run();
    }
    return reply;
  }

  @Override
  public void publish(Event event) {
    bus.publish(event);
  }

  @Override
  public void notifyLocal(Event event) {
    bus.notifyLocal(event);
  }

  @Override
  public void listen(String name, Consumer<Event> listener) {
    bus.listen(name, listener);
  }
}
