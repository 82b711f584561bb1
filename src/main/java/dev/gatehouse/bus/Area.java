package dev.gatehouse.bus;

import module java.base;

/** Part of the service that answers its operations, each call on a separate virtual thread. */
public interface Area {

  /** Answers one operation, or throws a {@link ApiException}. */
  @FunctionalInterface
  interface Handler {
    Answer handle(Call call) throws Exception;

    /**
     * Returns the handler that answers on the event loop, from memory and without blocking. It is
     * compared with the contract's {@code x-inline} at startup. Its answer is null if it is not in
     * memory; the call is then handled normally. Empty for an operation that may block.
     */
    default Optional<Handler> inline() {
      return Optional.empty();
    }

    /**
     * Returns whether a call without a verified credential precedes others in the area's queue.
     * Must not block.
     */
    default boolean precedes(Call call) {
      return false;
    }

    /** Returns the type of the JSON body, which is compared with the contract at startup. */
    default Optional<Class<?>> body() {
      return Optional.empty();
    }

    /** Returns the type of the JSON answer, which is compared with the contract at startup. */
    default Optional<Class<?>> reply() {
      return Optional.empty();
    }
  }

  /** Answers one operation, given its body as a record. */
  @FunctionalInterface
  interface BodyHandler<T> {
    /**
     * @param body null if the operation also accepts another media type and that was sent
     */
    Answer handle(Call call, T body) throws Exception;
  }

  /**
   * Binds a method to the record of its JSON body: {@code "notifications.hire",
   * accepting(HireRequest.class, this::hire)}.
   */
  static <T> Handler accepting(Class<T> type, BodyHandler<T> handler) {
    Handler bound = call -> handler.handle(call, call.uploads().isEmpty() ? call.body(type) : null);
    return new BoundHandler(bound, Optional.of(type), Optional.empty(), call -> false);
  }

  /**
   * Declares the type of a handler's answers: {@code "notifications.hire", returning(Done.class,
   * accepting(HireRequest.class, this::hire))}.
   */
  static Handler returning(Class<?> type, Handler handler) {
    return new BoundHandler(handler, handler.body(), Optional.of(type), handler::precedes);
  }

  /** Binds a method to the types of its answers and of its JSON body. */
  static <T> Handler returning(Class<?> type, Class<T> body, BodyHandler<T> handler) {
    return returning(type, accepting(body, handler));
  }

  /** Declares that a handler reads only memory, so that it answers on the event loop. */
  static Handler fromMemory(Handler handler) {
    return new Handler() {
      @Override
      public Answer handle(Call call) throws Exception {
        return handler.handle(call);
      }

      @Override
      public Optional<Handler> inline() {
        return Optional.of(handler);
      }
    };
  }

  /**
   * Answers some calls by a handler that may block, and all others by another one.
   *
   * @param special selects the calls; must not block
   */
  static Handler choosing(Predicate<Call> special, Handler blocking, Handler handler) {
    return new Handler() {
      @Override
      public Answer handle(Call call) throws Exception {
        return special.test(call) ? blocking.handle(call) : handler.handle(call);
      }

      @Override
      public Optional<Handler> inline() {
        return handler
            .inline()
            .map(memory -> call -> special.test(call) ? null : memory.handle(call));
      }
    };
  }

  /**
   * Lets some calls precede others in the area's queue.
   *
   * @param first selects the calls; must not block
   */
  static Handler preceding(Predicate<Call> first, Handler handler) {
    return new BoundHandler(handler, handler.body(), handler.reply(), first);
  }

  static Area of(String name, List<Map<String, Handler>> groups) {
    return of(name, groups, Message.Handlers.of());
  }

  /** Returns an area of groups of operations that also handles messages. */
  static Area of(String name, List<Map<String, Handler>> groups, Message.Handlers messages) {
    return of(name, groups, messages, () -> {});
  }

  /**
   * Returns an area of groups of operations that also handles messages.
   *
   * @param end is run by {@link #close}
   */
  static Area of(
      String name, List<Map<String, Handler>> groups, Message.Handlers messages, Runnable end) {
    return GroupedArea.of(name, groups, messages, end);
  }

  /** Returns the area's name in verticles.json. */
  String name();

  /** Returns its handlers by operationId, which is also the event-bus address. */
  Map<String, Handler> operations();

  /** Returns the handlers of messages that other areas and the command line send. */
  default Message.Handlers messages() {
    return Message.Handlers.of();
  }

  /** Stops background jobs. Called after the last call has been answered; may block. */
  default void close() {}

  /**
   * A handler with the types of its JSON body and answer.
   *
   * @param first selects calls that precede others
   */
  record BoundHandler(
      Area.Handler handler,
      Optional<Class<?>> body,
      Optional<Class<?>> reply,
      Predicate<Call> first)
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

  /** An area of groups of operations. */
  record GroupedArea(
      String name, Map<String, Handler> operations, Message.Handlers messages, Runnable end)
      implements Area {
    static GroupedArea of(
        String name, List<Map<String, Handler>> groups, Message.Handlers messages, Runnable end) {
      Map<String, Handler> operations = new HashMap<>();
      groups.forEach(operations::putAll);
      return new GroupedArea(name, operations, messages, end);
    }

    @Override
    public void close() {
      end.run();
    }
  }
}
