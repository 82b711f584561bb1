package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import java.time.Duration;

/** Deadlines that end every request, even if a handler has lost it. */
final class RequestDeadline {
  /** Time beyond the timeouts of a request's own steps. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  /** Calls to an area that one request makes at most: for its conditions, and for its operation. */
  private static final int CALLS = 2;

  private RequestDeadline() {}

  /** Ends a request that exceeds a deadline: with an error, or by aborting the reply. */
  static void check(Exchange exchange, long now, long maxNanos) {
    if (isOverdue(exchange, now, maxNanos)) {
      Replies.fail(
          exchange, ApiError.of(ErrorCode.TIMEOUT, "the request exceeded the maximum duration"));
      if (!exchange.over()) {
        exchange.abort();
      }
    } else if (isLost(exchange, now)) {
      UnhandledExceptions.answer(exchange, new IllegalStateException("no handler has replied"));
    }
  }

  /** Event streams end by their own maximum age. */
  private static boolean isOverdue(Exchange exchange, long now, long maxNanos) {
    return now - exchange.started > maxNanos
        && (exchange.operation == null || exchange.operation.stream().isEmpty());
  }

  /** Returns whether the client waits for longer than the operation can take. */
  private static boolean isLost(Exchange exchange, long now) {
    Duration timeout = exchange.operation == null ? Duration.ZERO : exchange.operation.timeout();
    Duration max = timeout.multipliedBy(CALLS).plus(GRACE);
    return exchange.answerDue() && now - exchange.dueSince() > max.toNanos();
  }
}
