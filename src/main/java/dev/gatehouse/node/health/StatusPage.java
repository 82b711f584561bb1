package dev.gatehouse.node.health;

import module java.base;

/**
 * Content of the public status page.
 *
 * @param state worst state of all components now
 */
public record StatusPage(
    ComponentState state, List<Component> components, List<Incident> incidents) {
  /**
   * Component as visitors know it.
   *
   * @param name key of its name
   * @param uptime percentage of the recorded time in which it was not down; empty without records
   * @param days the last 90 days, the oldest first
   */
  public record Component(String name, ComponentState state, String uptime, List<Day> days) {}

  /** Worst state of a day. */
  public record Day(LocalDate date, ComponentState state) {}

  /**
   * Time in which a component was impaired or down.
   *
   * @param end null if it has not ended
   */
  public record Incident(String component, ComponentState state, Instant begin, Instant end) {}
}
