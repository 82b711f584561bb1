package dev.gatehouse.node.traffic;

import module java.base;

import dev.gatehouse.http.exchange.AccessLog;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;

/**
 * Requests by outcome and duration.
 *
 * @param rejected mistakes of clients: 400 to 499 except refused ones
 * @param refused without credential, permission or remaining rate limit: 401, 403, 429
 * @param failed 500 and above
 * @param millis sum of the durations
 * @param within requests that took at most each of the {@link #BOUNDS}
 */
record Traffic(
    long requests, long rejected, long refused, long failed, long millis, List<Long> within) {
  /** Durations in milliseconds, those of the metric. */
  static final List<Integer> BOUNDS = List.of(5, 25, 100, 500, 2_000, 10_000);

  static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, Collections.nCopies(BOUNDS.size(), 0L));

  /** Returns the requests that a timer has measured since the start of the node. */
  static Traffic of(Timer timer) {
    int status = Integer.parseInt(timer.getId().getTag(AccessLog.STATUS));
    long count = timer.count();
    boolean refused = status == 401 || status == 403 || status == 429;
    CountAtBucket[] buckets = timer.takeSnapshot().histogramCounts();
    return new Traffic(
        count,
        status >= 400 && status < 500 && !refused ? count : 0,
        refused ? count : 0,
        status >= 500 ? count : 0,
        (long) timer.totalTime(TimeUnit.MILLISECONDS),
        BOUNDS.stream().map(bound -> count(buckets, bound)).toList());
  }

  private static long count(CountAtBucket[] buckets, int bound) {
    return Stream.of(buckets)
        .filter(bucket -> Math.round(bucket.bucket(TimeUnit.MILLISECONDS)) == bound)
        .mapToLong(bucket -> (long) bucket.count())
        .findFirst()
        .orElse(0);
  }

  Traffic plus(Traffic other) {
    return with(other, Long::sum);
  }

  Traffic minus(Traffic before) {
    return with(before, (one, earlier) -> one - earlier);
  }

  private Traffic with(Traffic other, LongBinaryOperator both) {
    return new Traffic(
        both.applyAsLong(requests, other.requests),
        both.applyAsLong(rejected, other.rejected),
        both.applyAsLong(refused, other.refused),
        both.applyAsLong(failed, other.failed),
        both.applyAsLong(millis, other.millis),
        IntStream.range(0, BOUNDS.size())
            .mapToObj(i -> both.applyAsLong(within.get(i), other.within.get(i)))
            .toList());
  }
}
