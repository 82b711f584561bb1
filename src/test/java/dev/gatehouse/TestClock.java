package dev.gatehouse;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that runs like the system's until a test moves it or stops it. */
public final class TestClock extends Clock {
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private volatile InstantSource source = InstantSource.system();

  public void advance(Duration duration) {
    ahead.updateAndGet(duration::plus);
  }

  /** Sets the time, from which the clock continues to run. */
  public void set(Instant now) {
    ahead.set(Duration.between(source.instant(), now));
  }

  /** Stops the clock. From now on only the test moves it. */
  public void stop() {
    source = InstantSource.fixed(source.instant());
  }

  @Override
  public Instant instant() {
    return source.instant().plus(ahead.get());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
