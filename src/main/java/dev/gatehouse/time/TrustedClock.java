package dev.gatehouse.time;

import module java.base;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guarded clock. {@link #instant} returns the wall clock, for timestamps. {@link #guarded} decides
 * what has expired, and {@link #olderThan} what may be deleted.
 *
 * <p>The reference is the wall clock, or the clock of the document server if nodes share one. It is
 * compared with the monotonic clock. If both have moved apart by more than a minute, the reference
 * has jumped. Guarded time then continues by the monotonic clock, and nothing has reached an age,
 * until the reference is back or has advanced plausibly for the confirmation time. The same time
 * must pass after a start.
 */
public final class TrustedClock implements TimeSource {
  /** Larger differences between the reference and the monotonic clock are jumps. */
  public static final Duration JUMP = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(TrustedClock.class);

  /** If reading the clocks takes longer, the process was paused meanwhile and reads them again. */
  private static final long MAX_READ_NANOS = Duration.ofSeconds(1).toNanos();

  private final TimeSource source;
  private final Duration confirmation;
  private volatile State state;
  private volatile Optional<Duration> offset = Optional.empty();

  /** A time of the reference and the monotonic clock at that moment. */
  private record Reading(Instant time, long nanos) {
    Instant at(long now) {
      return time.plusNanos(now - nanos);
    }

    /** Returns how far a later reading is ahead of the time computed from this reading. */
    Duration ahead(Reading later) {
      return Duration.between(at(later.nanos), later.time);
    }

    boolean agrees(Reading later) {
      return ahead(later).abs().compareTo(JUMP) <= 0;
    }

    boolean isOlder(Reading later, Duration least) {
      return later.nanos - nanos >= least.toNanos();
    }
  }

  /**
   * @param anchor the last reading from which time is computed
   * @param jumped the first reading after a jump; empty if there was none
   * @param confirmed whether two readings, the confirmation time apart, have agreed
   * @param shared whether the reference is the document server's clock
   */
  private record State(
      Reading anchor, Optional<Reading> jumped, boolean confirmed, boolean shared) {
    boolean certain() {
      return confirmed && jumped.isEmpty();
    }
  }

  /**
   * @param confirmation monotonic time after which two agreeing readings confirm the reference
   */
  public TrustedClock(TimeSource source, Duration confirmation) {
    this.source = source;
    this.confirmation = confirmation;
    this.state = new State(read(), Optional.empty(), confirmation.isZero(), false);
  }

  /** Returns the time of the wall clock, for timestamps. */
  @Override
  public Instant instant() {
    return source.instant();
  }

  /** Returns nanoseconds of the monotonic clock. */
  @Override
  public long nanoTime() {
    return source.nanoTime();
  }

  /**
   * Returns a clock that decides whether something has expired or is due. It does not follow a jump
   * before that is confirmed, and it is the same on all nodes that share a document server. In the
   * first hour after a start, it follows a jump back: the machine may have started with a clock
   * that was ahead.
   */
  public InstantSource guarded() {
    return this::expiryTime;
  }

  private Instant expiryTime() {
    State now = state;
    Reading wall = read();
    Instant expected = now.anchor.at(wall.nanos);
    if (now.shared) {
      return expected;
    }
    Duration ahead = Duration.between(expected, wall.time);
    boolean jumpedBack = ahead.negated().compareTo(JUMP) > 0;
    return ahead.compareTo(JUMP) > 0 || (jumpedBack && now.confirmed) ? expected : wall.time;
  }

  /**
   * Returns the limit for data that has certainly reached an age. Empty after a start or a jump,
   * until the clock is confirmed; nothing may be deleted by age then.
   */
  public Optional<Age> olderThan(Duration age) {
    lookUnlessShared();
    return state.certain() ? Optional.of(new Age(expiryTime().minus(age))) : Optional.empty();
  }

  /**
   * Returns the limit for a deletion by age that the owner requests. Empty after a jump; a start
   * needs no confirmation.
   */
  public Optional<Age> requested(Duration age) {
    lookUnlessShared();
    if (!state.jumped.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Age(expiryTime().minus(age)));
  }

  /** Compares the wall clock with the monotonic clock, unless the reference is a server's. */
  public void lookUnlessShared() {
    if (!state.shared) {
      look(read(), false);
    }
  }

  /**
   * Compares the document server's clock with the monotonic clock and with the wall clock.
   *
   * @param time time of the server
   * @param nanos monotonic time when it was read
   */
  public void look(Instant time, long nanos) {
    Reading wall = read();
    offset = Optional.of(Duration.between(time.plusNanos(wall.nanos - nanos), wall.time));
    look(new Reading(time, nanos), true);
  }

  /**
   * Returns how far this node's clock is ahead of the document server's; empty without a server.
   */
  public Optional<Duration> offset() {
    return offset;
  }

  /**
   * Compares the reference with the latest time that an earlier process stored. If the reference is
   * behind it, that is a jump backwards.
   */
  public synchronized void startAfter(Instant newest) {
    Reading now = new Reading(expiryTime(), read().nanos);
    if (newest.isAfter(now.time.plus(JUMP))) {
      warn(Duration.between(newest, now.time), "of the newest stored time");
      state = new State(new Reading(newest, now.nanos), Optional.of(now), false, state.shared);
    }
  }

  private synchronized void look(Reading now, boolean shared) {
    State before = state;
    if (shared && !before.shared) {
      // The first contact with the server: its time replaces that of the wall clock.
      state = new State(now, Optional.empty(), confirmation.isZero(), true);
    } else if (before.anchor.agrees(now)) {
      before.jumped.ifPresent(jump -> LOG.info("the clock is back at the expected time"));
      boolean over = before.anchor.isOlder(now, confirmation);
      Reading anchor = over ? now : before.anchor;
      state = new State(anchor, Optional.empty(), before.confirmed || over, shared);
    } else if (before.jumped.isEmpty() || !before.jumped.get().agrees(now)) {
      warn(before.anchor.ahead(now), "of the expected time");
      state = new State(before.anchor, Optional.of(now), before.confirmed, shared);
    } else if (before.jumped.get().isOlder(now, confirmation)) {
      LOG.info("the clock has advanced plausibly since it was set and is trusted again");
      state = new State(now, Optional.empty(), true, shared);
    }
  }

  private void warn(Duration ahead, String what) {
    LOG.warn(
        "the clock is {} {}; nothing is deleted by age until it is back or confirmed for {} min",
        words(ahead),
        what,
        confirmation.toMinutes());
  }

  private static String words(Duration ahead) {
    return ahead.abs().toSeconds() + " s " + (ahead.isNegative() ? "behind" : "ahead");
  }

  /** Returns the time to store as the newest; empty while the clock is not confirmed. */
  public Optional<Instant> newest() {
    return state.certain() ? Optional.of(expiryTime()) : Optional.empty();
  }

  /** Returns whether deletion by age is enabled, which needs a confirmed clock. */
  public boolean isCertain() {
    return state.certain();
  }

  /** Returns a sentence about a jump that is not confirmed; empty without a jump. */
  public Optional<String> trouble() {
    State now = state;
    return now.jumped.map(jump ->
        "the clock is %s of the expected time; deletion by age is suspended"
            .formatted(words(now.anchor.ahead(jump))));
  }

  /** Reads both clocks, again if the process was paused or a clock was set between them. */
  private Reading read() {
    while (true) {
      long begin = source.nanoTime();
      Instant time = source.instant();
      long end = source.nanoTime();
      if (end - begin <= MAX_READ_NANOS) {
        return new Reading(time, begin);
      }
    }
  }
}
