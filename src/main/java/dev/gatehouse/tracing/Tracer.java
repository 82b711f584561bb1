package dev.gatehouse.tracing;

/** Begins spans. Spans within the same thread are children of {@link Span#current}. */
public interface Tracer extends AutoCloseable {
  /** Records nothing. */
  Tracer OFF = new Tracer() {};

  /**
   * Begins the span of a request. If it is not recorded, it still has a trace id.
   *
   * @param traceparent header of the client; null if absent
   */
  default Span request(String traceparent) {
    return Span.NONE;
  }

  /**
   * Begins a span that continues work of another thread, node or time.
   *
   * @param traceparent of the cause; empty or null if it is not recorded
   */
  default Span resume(String traceparent, String name, Span.Kind kind) {
    return Span.NONE;
  }

  /** Sends what is recorded. */
  @Override
  default void close() {}
}
