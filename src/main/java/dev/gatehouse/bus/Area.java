package dev.gatehouse.bus;

import java.util.Map;

/** A part of the service that answers its operations, each on a virtual thread of its own. */
public interface Area {

  /** Answers one operation: returns, or throws a {@link FailureException}. */
  @FunctionalInterface
  interface Handler {
    Answer handle(Call call) throws Exception;
  }

  /** The area's name in verticles.json. */
  String name();

  /** Its methods by operationId, which is also the event-bus address. */
  Map<String, Handler> operations();

  /**
   * The questions that only other areas and the owner's command line may ask, by event-bus address.
   */
  default Map<String, Handler> messages() {
    return Map.of();
  }

  /**
   * Messages like these that speak of this machine's own disk, so that only this node may send
   * them.
   */
  default Map<String, Handler> localMessages() {
    return Map.of();
  }

  /** Ends background jobs; called when the last call has been answered; may block. */
  default void close() {}
}
