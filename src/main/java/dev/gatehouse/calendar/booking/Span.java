package dev.gatehouse.calendar.booking;

import java.time.Duration;
import java.time.Instant;

/** A stretch of time, its end not included. */
public record Span(Instant start, Instant end) {
  /** Returns whether some moment belongs to both. */
  public boolean overlaps(Span other) {
    return start.isBefore(other.end) && other.start.isBefore(end);
  }

  Span widened(Duration by) {
    return new Span(start.minus(by), end.plus(by));
  }
}
