package dev.gatehouse.bus;

import module java.base;

/**
 * The declaration of a message: its address, the record of its request and the record of its reply.
 * Sender and receiver use the same declaration. All of them are in {@code dev.gatehouse.messages}.
 *
 * @param address the event-bus address, {@code area.verb}
 * @param kind who answers it
 */
public record Message<Q, R>(String address, Class<Q> request, Class<R> reply, Kind kind) {
  private static final Pattern ADDRESS = Pattern.compile("[a-z]+\\.[a-z][A-Za-z]*");

  public enum Kind {
    /** The area that the address names, on any node that hosts it. */
    AREA,
    /** The area that the address names, on the sender's own node: it reads this machine's disk. */
    LOCAL,
    /** The node whose management port the command line calls. */
    COMMAND,
    /** An operation of the contract; the request's fields are its parameters. */
    OPERATION
  }

  public Message {
    if (!ADDRESS.matcher(address).matches()) {
      throw new IllegalArgumentException(address + " is not an address of the form area.verb");
    }
  }

  /** A message that an area answers on any node that hosts it. */
  public static <Q, R> Message<Q, R> of(String address, Class<Q> request, Class<R> reply) {
    return new Message<>(address, request, reply, Kind.AREA);
  }

  /** A message that only the sender's own node answers. */
  public static <Q, R> Message<Q, R> local(String address, Class<Q> request, Class<R> reply) {
    return new Message<>(address, request, reply, Kind.LOCAL);
  }

  /** A command of the command line, which the node answers itself. */
  public static <Q, R> Message<Q, R> command(String address, Class<Q> request, Class<R> reply) {
    return new Message<>(address, request, reply, Kind.COMMAND);
  }

  /**
   * An operation of the contract that takes no body.
   *
   * @param request the parameters that the sender sets
   * @param reply the fields of the reply that the sender reads
   */
  public static <Q, R> Message<Q, R> operation(String address, Class<Q> request, Class<R> reply) {
    return new Message<>(address, request, reply, Kind.OPERATION);
  }

  public String area() {
    return kind == Kind.COMMAND ? "node" : Dispatcher.area(address);
  }

  Call call(Q content, Origin origin, Duration patience) {
    Map<String, Object> fields = Json.plain(content);
    Call message = Call.message(address, origin, patience, fields);
    return kind == Kind.OPERATION ? message.asOperation(fields) : message;
  }

  /** The handlers of an area's messages, each bound to its declaration. */
  public static final class Handlers {
    private final List<Bound<?, ?>> all = new ArrayList<>();

    private Handlers() {}

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
    private record Bound<Q, R>(
        Message<Q, R> message, Handler<Q, R> handler, ToIntFunction<R> status)
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
    public static Handlers of() {
      return new Handlers();
    }

    /** Adds the handler of a message; its replies have status 200. */
    public <Q, R> Handlers on(Message<Q, R> message, Handler<Q, R> handler) {
      return on(message, handler, reply -> 200);
    }

    /** Adds the handler of a message whose replies have a separate status. */
    public <Q, R> Handlers on(
        Message<Q, R> message, Handler<Q, R> handler, ToIntFunction<R> status) {
      all.add(new Bound<>(message, handler, status));
      return this;
    }

    /** Adds the handlers of another group. */
    public Handlers and(Handlers others) {
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
}
