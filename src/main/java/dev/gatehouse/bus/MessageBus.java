package dev.gatehouse.bus;

import module java.base;

import io.vertx.core.Future;

/** Sends messages and publishes events by their declarations. */
public interface MessageBus {
  /** Sends a call. The future always succeeds. */
  Future<Reply> dispatch(Call call);

  /** Publishes an event to every node. Listeners on this node have run when the method returns. */
  void publish(Event event);

  /**
   * Delivers an event to the listeners of this node only. Used if every node detects the event
   * itself.
   */
  void notifyLocal(Event event);

  /** Adds a listener to the events of a name, from this node and the others. */
  void listen(String name, Consumer<Event> listener);

  /**
   * Sends a message and returns its reply; blocks.
   *
   * @param patience the time that the reply may take
   * @throws ApiException when the receiver refuses, fails or does not reply in time
   */
  default <Q, R> R ask(Message<Q, R> message, Q request, Origin origin, Duration patience) {
    return send(message, request, origin, patience).await();
  }

  /**
   * Sends a message; the future holds its reply, or fails with a {@link ApiException}.
   *
   * @param patience the time that the reply may take
   */
  default <Q, R> Future<R> send(
      Message<Q, R> message, Q request, Origin origin, Duration patience) {
    return dispatch(message.call(request, origin, patience))
        .map(reply ->
            switch (reply) {
              case Answer answer -> answer.body(message.reply());
              case ApiError failure -> throw failure.exception();
            });
  }

  /** Publishes an event to every node; listeners on this one have heard it when this returns. */
  default <T> void publish(EventType<T> type, T data) {
    publish(type.event(data));
  }

  /** Adds a listener to the events of a type, from this node and the others. */
  default <T> void listen(EventType<T> type, Consumer<T> listener) {
    listen(type.name(), type.listener(listener));
  }
}
