package dev.gatehouse.bus;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The declaration of a message: its address, the record of its request and the record of its reply.
 * Sender and receiver use the same declaration. All of them are in {@code dev.gatehouse.messages}.
 *
 * @param address the event-bus address, {@code area.verb}
 * @param kind who answers it
 */
public record Message<Q, R>(String address, Class<Q> request, Class<R> reply, Kind kind) {
  private static final Pattern ADDRESS = Pattern.compile("[a-z]+\\.[a-z][A-Za-z]*");
  private static final String NODE = "node";

  /** The receivers of messages. */
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

  /** The area that answers. */
  public String area() {
    return kind == Kind.COMMAND ? NODE : Dispatcher.area(address);
  }

  Call call(Q content, Origin origin, Duration patience) {
    Map<String, Object> fields = Json.plain(content);
    Call message = Call.message(address, origin, patience, fields);
    return kind == Kind.OPERATION ? message.asOperation(fields) : message;
  }
}
