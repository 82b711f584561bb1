package dev.gatehouse;

import module java.base;

import dev.gatehouse.time.Age;
import dev.gatehouse.time.TimeSource;
import dev.gatehouse.time.TrustedClock;

/** Clocks that run like the system's until a test moves or stops them. */
public final class TestClock extends Clock implements TimeSource {
  private final AtomicReference<Moved> moved =
      new AtomicReference<>(new Moved(Duration.ZERO, Duration.ZERO));
  private volatile InstantSource source = InstantSource.system();
  private volatile LongSupplier nanos = System::nanoTime;

  /** What a test has added to the wall clock and to the monotonic clock. */
  private record Moved(Duration wall, Duration passed) {}

  /** Lets time pass, on the wall clock and on the monotonic clock. */
  public void advance(Duration duration) {
    moved.updateAndGet(
        now -> new Moved(now.wall.plus(duration), now.passed.plus(positive(duration))));
  }

  /** Sets only the wall clock ahead or back, like an administrator or a time server. */
  public void jump(Duration duration) {
    moved.updateAndGet(now -> new Moved(now.wall.plus(duration), now.passed));
  }

  /** Advances to a time, from which the clock continues to run. An earlier time is a jump. */
  public void set(Instant now) {
    advance(Duration.between(instant(), now));
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }

  /** Stops the clocks. From now on only the test moves them. */
  public void stop() {
    source = InstantSource.fixed(source.instant());
    long stopped = nanos.getAsLong();
    nanos = () -> stopped;
  }

  /** Returns clocks that are stopped at a time. */
  public static TestClock stoppedAt(Instant time) {
    TestClock clock = new TestClock();
    clock.source = InstantSource.fixed(time);
    clock.nanos = () -> 0;
    return clock;
  }

  /** Returns an age that data from before a time has reached. */
  public static Age before(Instant time) {
    return stoppedAt(time).olderThan(Duration.ZERO);
  }

  /** Returns a guarded clock that needs no confirmation. */
  public TrustedClock trusted() {
    return new TrustedClock(this, Duration.ZERO);
  }

  /** Returns an age that data from before has reached. */
  public Age olderThan(Duration age) {
    return trusted().olderThan(age).orElseThrow();
  }

  @Override
  public Instant instant() {
    return source.instant().plus(moved.get().wall());
  }

  @Override
  public long nanoTime() {
    return nanos.getAsLong() + moved.get().passed().toNanos();
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
