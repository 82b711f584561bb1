package dev.gatehouse.bus;

import java.util.function.Consumer;

/** Bus for code that only calls other areas. Events fail the test. */
public abstract class CallBus implements MessageBus {
  @Override
  public void publish(Event event) {
    throw new AssertionError(event);
  }

  @Override
  public void notifyLocal(Event event) {
    throw new AssertionError(event);
  }

  @Override
  public void listen(String name, Consumer<Event> listener) {
    throw new AssertionError(name);
  }
}
