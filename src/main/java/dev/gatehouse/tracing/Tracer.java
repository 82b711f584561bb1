package dev.gatehouse.tracing;

/** Begins spans. Spans within the same thread are children of {@link Span#current}. */
public interface Tracer extends AutoCloseable {
  /** Records nothing. */
  Tracer OFF =
      new Tracer() {
        @Override
        public Span request(String traceparent) {
          return Span.NONE;
        }

        @Override
        public Span resume(String traceparent, String name, Span.Kind kind) {
          return Span.NONE;
        }

        @Override
        public void close() {
          // Nothing is open.
        }
      };

  /**
   * Begins the span of a request. If it is not recorded, it still has a trace id.
   *
   * @param traceparent header of the client; null if absent
   */
  Span request(String traceparent);

  /**
   * Begins a span that continues work of another thread, node or time.
   *
   * @param traceparent of the cause; empty or null if it is not recorded
   */
  Span resume(String traceparent, String name, Span.Kind kind);

  /** Sends what is recorded. */
  @Override
  void close();
}
