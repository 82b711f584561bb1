package dev.gatehouse.area;

import module java.base;

/** Times at which a job is due. */
public sealed interface Schedule {

  /** Time at which a job with the schedule {@link OnRequest} is due: never. */
  Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  /** Returns the first due time after a moment. */
  Instant after(Instant moment);

  /**
   * Periodic schedule.
   *
   * @param period time from one start to the next
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

  /** Schedule of a job that runs only when the owner starts it. */
  record OnRequest() implements Schedule {
    @Override
    public Instant after(Instant moment) {
      return NEVER;
    }

    @Override
    public String toString() {
      return "on request";
    }
  }

  /**
   * Daily schedule. If a clock change skips the time, the job runs later by the skipped duration.
   * If the time occurs twice, the job runs at the first occurrence.
   */
  record Daily(LocalTime at, ZoneId zone) implements Schedule {
    @Override
    public Instant after(Instant moment) {
      ZonedDateTime local = moment.atZone(zone);
      Instant today = local.toLocalDate().atTime(at).atZone(zone).toInstant();
      if (today.isAfter(moment)) {
        return today;
      }
      return local.toLocalDate().plusDays(1).atTime(at).atZone(zone).toInstant();
    }

    @Override
    public String toString() {
      return "daily at " + at + " " + zone;
    }
  }
}
