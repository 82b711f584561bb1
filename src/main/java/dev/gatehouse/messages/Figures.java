package dev.gatehouse.messages;

import java.time.Instant;
import java.util.List;

/** The figures of an area for the daily report. */
public record Figures(List<Figure> figures) {

  /** A line of the report. */
  public record Figure(String name, long count) {}

  /** The request for the figures of a period, whose end is excluded. */
  public record Period(Instant from, Instant until) {}
}
