package dev.gatehouse.area;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** The times at which a job is due. */
public sealed interface Schedule {

  /** The first time after a moment at which the job is due. */
  Instant after(Instant moment);

  /**
   * Again and again.
   *
   * @param period from one start to the next
   */
  record Every(Duration period) implements Schedule {
    @Override
    public Instant after(Instant moment) {
      return moment.plus(period);
    }

    @Override
    public String toString() {
      return "every "
          + period.toString().substring("PT".length()).toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * Once a day; where the clocks skip the time, as much later, where they repeat it, the first
   * time.
   */
  record Daily(LocalTime at, ZoneId zone) implements Schedule {
    @Override
    public Instant after(Instant moment) {
      ZonedDateTime local = moment.atZone(zone);
      Instant today = local.toLocalDate().atTime(at).atZone(zone).toInstant();
      return today.isAfter(moment)
          ? today
          : local.toLocalDate().plusDays(1).atTime(at).atZone(zone).toInstant();
    }

    @Override
    public String toString() {
      return "daily at " + at + " " + zone;
    }
  }
}
