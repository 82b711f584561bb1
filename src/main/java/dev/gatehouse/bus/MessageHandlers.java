package dev.gatehouse.bus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** The handlers of an area's messages, each bound to its declaration. */
public final class MessageHandlers {
  private static final int OK = 200;

  private final List<Bound<?, ?>> all = new ArrayList<>();

  private MessageHandlers() {}

  /** Answers a message: returns its reply or throws a {@link ApiException}. */
  @FunctionalInterface
  public interface Handler<Q, R> {
    R handle(Call call, Q request) throws Exception;
  }

  /**
   * A handler with its declaration.
   *
   * @param status the HTTP status of a reply, which releases and the command line read
   */
  private record Bound<Q, R>(Message<Q, R> message, Handler<Q, R> handler, ToIntFunction<R> status)
      implements Area.Handler {
    @Override
    public Answer handle(Call call) throws Exception {
      R reply = handler.handle(call, call.body(message.request()));
      return Answer.of(status.applyAsInt(reply), reply);
    }

    @Override
    public Optional<Class<?>> reply() {
      return Optional.of(message.reply());
    }
  }

  /** No handlers yet. */
  public static MessageHandlers of() {
    return new MessageHandlers();
  }

  /** Adds the handler of a message; its replies have status 200. */
  public <Q, R> MessageHandlers on(Message<Q, R> message, Handler<Q, R> handler) {
    return on(message, handler, reply -> OK);
  }

  /** Adds the handler of a message whose replies have a separate status. */
  public <Q, R> MessageHandlers on(
      Message<Q, R> message, Handler<Q, R> handler, ToIntFunction<R> status) {
    all.add(new Bound<>(message, handler, status));
    return this;
  }

  /** Adds the handlers of another group. */
  public MessageHandlers and(MessageHandlers others) {
    all.addAll(others.all);
    return this;
  }

  /** The declarations that have a handler here; one with two handlers is listed twice. */
  public List<Message<?, ?>> messages() {
    List<Message<?, ?>> messages = new ArrayList<>();
    all.forEach(bound -> messages.add(bound.message()));
    return messages;
  }

  /** The handlers of messages from any node, by address. */
  public Map<String, Area.Handler> onAnyNode() {
    return handlers(Message.Kind.AREA);
  }

  /** The handlers of messages from this node alone, by address. */
  public Map<String, Area.Handler> onThisNode() {
    return handlers(Message.Kind.LOCAL);
  }

  /** The handlers of commands, by address. */
  public Map<String, Area.Handler> onCommand() {
    return handlers(Message.Kind.COMMAND);
  }

  private Map<String, Area.Handler> handlers(Message.Kind kind) {
    Map<String, Area.Handler> handlers = new HashMap<>();
    for (Bound<?, ?> bound : all) {
      if (bound.message().kind() == kind) {
        handlers.put(bound.message().address(), bound);
      }
    }
    return handlers;
  }
}
