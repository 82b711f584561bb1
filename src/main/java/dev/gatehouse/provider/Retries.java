package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.Deadline;
import dev.gatehouse.time.Extremes;
import io.vertx.core.Vertx;

/** Retries repeatable calls. Makes at most two retries, each after a pause, until the deadline. */
record Retries(Vertx vertx, RandomGenerator random) {
  private static final int MAX = 2;
  private static final long FIRST_PAUSE_MILLIS = 300;

  /** Maximum pause to wait for. If a provider requests a longer one, the call fails. */
  private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

  /**
   * Returns the first successful attempt's result.
   *
   * @throws CallException the last attempt's failure
   */
  <T> T run(ProviderRequest request, Deadline deadline, Supplier<T> attempt) {
    for (int tried = 0; ; tried++) {
      try {
        return attempt.get();
      } catch (CallException e) {
        Duration pause = Extremes.max(backoff(tried), e.pause().orElse(Duration.ZERO));
        boolean waits =
            pause.compareTo(MAX_PAUSE) <= 0 && pause.compareTo(deadline.remaining()) < 0;
        if (tried == MAX || !waits || !mayRepeat(request, e)) {
          throw e;
        }
        rest(pause);
      }
    }
  }

  private static boolean mayRepeat(ProviderRequest request, CallException failure) {
    return switch (failure.kind()) {
      // The provider has rejected the request or was not reached, so nothing was done.
      case LIMITED, CONNECT -> true;
      case BROKEN, STATUS -> request.repeatable();
      default -> false;
    };
  }

  /** Exponential with full jitter. */
  private Duration backoff(int tried) {
    return Duration.ofMillis(random.nextLong(1, (FIRST_PAUSE_MILLIS << tried) + 1));
  }

  private void rest(Duration pause) {
    vertx.timer(pause.toMillis() + 1, TimeUnit.MILLISECONDS).await();
  }
}
