package dev.gatehouse.bus;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * A handler with the types of its JSON body and answer.
 *
 * @param first selects calls that precede others
 */
record BoundHandler(
    Area.Handler handler, Optional<Class<?>> body, Optional<Class<?>> reply, Predicate<Call> first)
    implements Area.Handler {
  @Override
  public Answer handle(Call call) throws Exception {
    return handler.handle(call);
  }

  @Override
  public Optional<Area.Handler> inline() {
    return handler.inline();
  }

  @Override
  public boolean precedes(Call call) {
    return first.test(call);
  }
}
