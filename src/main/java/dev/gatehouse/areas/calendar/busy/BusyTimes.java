package dev.gatehouse.areas.calendar.busy;

import module java.base;

import dev.gatehouse.areas.calendar.booking.TimeSpan;

/** Blocked times, and the busy times of the owner's other calendars. */
public final class BusyTimes {
  /** Age of the times in memory after which they are read from the store. */
  private static final Duration REMEMBERED = Duration.ofSeconds(20);

  private final BlockedTimes blocked;
  private final BusyCalendars calendars;
  private final InstantSource clock;
  private final AtomicReference<Known> known = new AtomicReference<>();

  private record Known(List<BusyTime> times, Instant at) {}

  public BusyTimes(BlockedTimes blocked, BusyCalendars calendars, InstantSource clock) {
    this.blocked = blocked;
    this.calendars = calendars;
    this.clock = clock;
  }

  public BlockedTimes blocked() {
    return blocked;
  }

  public BusyCalendars calendars() {
    return calendars;
  }

  /** Returns the times that overlap a span. They may be some seconds old. Blocks. */
  public List<BusyTime> within(TimeSpan span) {
    Instant now = clock.instant();
    Known current = known.get();
    if (current == null || current.at().plus(REMEMBERED).isBefore(now)) {
      current = new Known(stored(), now);
      known.set(current);
    }
    return current.times().stream().filter(time -> span.overlaps(time.span())).toList();
  }

  private List<BusyTime> stored() {
    return Stream.concat(blocked.times(), calendars.times()).toList();
  }

  /**
   * Blocks a time, which may overlap others.
   *
   * @throws dev.gatehouse.bus.ApiException 409 if there are too many
   */
  public BusyTime block(String title, TimeSpan span) {
    BusyTime time = blocked.block(title, span);
    changed();
    return time;
  }

  /** Reads the times from the store on the next request. */
  public void changed() {
    known.set(null);
  }
}
