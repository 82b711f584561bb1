package dev.gatehouse.bus;

import module java.base;

import io.vertx.core.eventbus.Message;

/**
 * Call that an area may run at once, enqueue or reject.
 *
 * @param operation address of the call
 * @param sender client that the call is for
 * @param deadline time after which no caller waits for the answer
 * @param task runs the call and returns the action that sends its answer
 */
record AreaWork(String operation, Sender sender, Deadline deadline, Supplier<Runnable> task) {
  /** Header for the address of the client. */
  private static final String ADDRESS = "address";

  /** Header for whether the call precedes others. */
  private static final String PRECEDES = "precedes";

  /** Header for the call's estimated memory. */
  private static final String BYTES = "bytes";

  private static final int CALL_BYTES = 2_048;
  private static final int VALUE_BYTES = 64;

  /** A call of an earlier release has no estimate. */
  private static final long UNKNOWN_BYTES = 16_384;

  /**
   * Client of a call.
   *
   * @param address the key that limits and bans use
   * @param precedes whether the call has a right credential, so that it precedes other calls
   * @param bytes estimated memory of the call
   */
  record Sender(String address, boolean precedes, long bytes) {
    static Sender of(Call call) {
      return of(call, false);
    }

    private static Sender of(Call call, boolean precedes) {
      Caller caller = call.caller();
      long bytes = CALL_BYTES + estimate(call.parameters()) + estimate(call.body());
      return new Sender(caller.address(), precedes || caller.role() != Role.NOBODY, bytes);
    }

    /** Returns the headers for a call to another node, which decodes the call only to run it. */
    Map<String, String> headers() {
      return Map.of(
          ADDRESS, address, PRECEDES, Boolean.toString(precedes), BYTES, Long.toString(bytes));
    }

    private static Sender remote(Message<Call> message) {
      String size = message.headers().get(BYTES);
      return new Sender(
          Json.nullToEmpty(message.headers().get(ADDRESS)),
          Boolean.parseBoolean(message.headers().get(PRECEDES)),
          size == null ? UNKNOWN_BYTES : Long.parseLong(size));
    }
  }

  /**
   * Returns the work of a message.
   *
   * @param sent remaining time of a call from another node; empty for a call of this node
   */
  static AreaWork of(
      Message<Call> message,
      Optional<Deadline> sent,
      Area.Handler handler,
      Supplier<Runnable> task) {
    if (sent.isPresent()) {
      String operation = message.headers().get(RemoteCall.OPERATION);
      return new AreaWork(operation, Sender.remote(message), sent.get(), task);
    }
    Call call = message.body();
    return new AreaWork(
        call.operation(), Sender.of(call, handler.precedes(call)), call.deadline(), task);
  }

  private static long estimate(Object value) {
    return switch (value) {
      case null -> 0;
      case String text -> VALUE_BYTES + 2L * text.length();
      case List<?> list -> VALUE_BYTES + sum(list);
      case Map<?, ?> map -> VALUE_BYTES + sum(map.keySet()) + sum(map.values());
      default -> VALUE_BYTES;
    };
  }

  private static long sum(Collection<?> values) {
    long sum = 0;
    for (Object value : values) {
      sum += estimate(value);
    }
    return sum;
  }
}
