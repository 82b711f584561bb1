package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exceptions that no stage has handled, from connections and handlers. Each is counted by its type.
 * Any client can cause some, so at most one is logged in ten seconds.
 */
public final class Faults {
  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);
  private static final long QUIET_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int MAX_KINDS = 32;
  private static final String OTHER = "other";

  private final MeterRegistry meters;
  private final Map<String, Counter> kinds = new ConcurrentHashMap<>();
  private final AtomicLong lastLine = new AtomicLong(System.nanoTime() - QUIET_NANOS);
  private final AtomicLong unsaid = new AtomicLong();

  public Faults(MeterRegistry meters) {
    this.meters = meters;
    counter(OTHER);
  }

  /** Counts an exception, and logs it unless one was logged recently or the client disconnected. */
  public void note(Throwable problem) {
    String name = problem.getClass().getSimpleName();
    // Further types are counted as "other" once there are many, because the number of labels is
    // limited.
    counter(kinds.containsKey(name) || kinds.size() < MAX_KINDS ? name : OTHER).increment();
    if (hasLeft(problem)) {
      return;
    }
    long now = System.nanoTime();
    long last = lastLine.get();
    if (now - last < QUIET_NANOS || !lastLine.compareAndSet(last, now)) {
      unsaid.incrementAndGet();
    } else {
      LOG.warn("{}; {} more since the previous line", text(problem), unsaid.getAndSet(0));
    }
  }

  /**
   * Returns whether the client disconnected. This is not reported, since media players do it often.
   */
  private static boolean hasLeft(Throwable problem) {
    String message = String.valueOf(problem.getMessage());
    return problem instanceof ClosedChannelException
        || (problem instanceof IOException
            && (message.startsWith("Connection reset") || message.startsWith("Broken pipe")));
  }

  /** Formats an exception as one line with its message and its first stack frame. */
  private static String text(Throwable problem) {
    StackTraceElement[] stack = problem.getStackTrace();
    String place = stack.length == 0 ? "" : " at " + stack[0];
    return problem.toString().replaceAll("\\p{Cntrl}", " ") + place;
  }

  private Counter counter(String kind) {
    return kinds.computeIfAbsent(
        kind,
        name ->
            Counter.builder("gatehouse.http.faults")
                .description("Exceptions of connections and handlers that no stage has handled")
                .tag("kind", name)
                .register(meters));
  }

  /**
   * Exceptions that a handler on an event loop has thrown and no stage has handled. The request
   * whose handler it was is answered with 500. Otherwise its client would wait until the maximum
   * duration of a request.
   */
  public record UnhandledExceptions(ClientConnections connections, Faults faults) {
    /** Counts an exception and answers its request. Must be called where Vert.x reports it. */
    public void handle(Throwable problem) {
      faults.note(problem);
      Context current = Vertx.currentContext();
      connections
          .exchanges()
          .filter(exchange -> exchange.runsIn(current))
          .findFirst()
          .ifPresent(exchange -> answer(exchange, problem));
    }

    /** Ends a request with 500, or aborts its reply. */
    static void answer(Exchange exchange, Throwable problem) {
      LOG.error("a handler failed request={}", exchange.requestId, problem);
      try {
        Replies.fail(
            exchange,
            ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error").because(problem.toString()));
      } catch (RuntimeException again) {
        exchange.abort();
      }
    }
  }
}
