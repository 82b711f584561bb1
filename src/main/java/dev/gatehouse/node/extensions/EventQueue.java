package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.area.extension.ExtensionContext.Listener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes events to a listener, one after the other, without blocking the event loop. */
final class EventQueue<T> {
  private static final Logger LOG = LoggerFactory.getLogger(EventQueue.class);
  private static final int MAX_WAITING = 1_000;

  private final String extension;
  private final String event;
  private final Listener<T> listener;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MAX_WAITING),
          Thread.ofVirtual().factory());

  EventQueue(String extension, String event, Listener<T> listener) {
    this.extension = extension;
    this.event = event;
    this.listener = listener;
  }

  /** Passes an event on later. If too many are waiting, it is lost. */
  void add(T data) {
    try {
      thread.execute(() -> pass(data));
    } catch (RejectedExecutionException full) {
      if (!thread.isShutdown()) {
        LOG.warn(
            "extension {}: an event {} is lost: {} are waiting", extension, event, MAX_WAITING);
      }
    }
  }

  private void pass(T data) {
    try {
      ExtensionCode.run(() -> listener.receive(data));
    } catch (Exception e) {
      LOG.error("extension {}: the listener of {} failed", extension, event, e);
    }
  }

  /** Stops. Waiting events are lost. */
  void close() {
    thread.shutdownNow();
  }
}
