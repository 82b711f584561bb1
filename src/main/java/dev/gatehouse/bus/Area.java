package dev.gatehouse.bus;

import java.util.Map;
import java.util.Optional;

/** A part of the service that answers its operations, each on a virtual thread of its own. */
public interface Area {

  /** Answers one operation: returns, or throws a {@link ApiException}. */
  @FunctionalInterface
  interface Handler {
    Answer handle(Call call) throws Exception;

    /**
     * Answers on the event loop where the contract says {@code x-inline}: from memory, without
     * blocking. Null where that does not hold the answer: then it is handled like any other.
     */
    default Answer inline(Call call) throws Exception {
      return handle(call);
    }

    /** The type of the JSON body that it takes, which is compared with the contract at boot. */
    default Optional<Class<?>> body() {
      return Optional.empty();
    }

    /** The type of the JSON that it answers, which is compared with the contract at boot. */
    default Optional<Class<?>> reply() {
      return Optional.empty();
    }
  }

  /** Answers one operation with the record of its body. */
  @FunctionalInterface
  interface BodyHandler<T> {
    /**
     * @param body null where the operation takes something else, too, and that was sent
     */
    Answer handle(Call call, T body) throws Exception;
  }

  /**
   * Binds a method to the record of its JSON body: {@code "notifications.hire",
   * taking(HireRequest.class, this::hire)}.
   */
  static <T> Handler taking(Class<T> type, BodyHandler<T> handler) {
    return new Handler() {
      @Override
      public Answer handle(Call call) throws Exception {
        return handler.handle(call, call.uploads().isEmpty() ? call.body(type) : null);
      }

      @Override
      public Optional<Class<?>> body() {
        return Optional.of(type);
      }
    };
  }

  /**
   * Says of which type a handler's answers are: {@code "notifications.hire", giving(Done.class,
   * taking(HireRequest.class, this::hire))}.
   */
  static Handler giving(Class<?> type, Handler handler) {
    return new Handler() {
      @Override
      public Answer handle(Call call) throws Exception {
        return handler.handle(call);
      }

      @Override
      public Answer inline(Call call) throws Exception {
        return handler.inline(call);
      }

      @Override
      public Optional<Class<?>> body() {
        return handler.body();
      }

      @Override
      public Optional<Class<?>> reply() {
        return Optional.of(type);
      }
    };
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
