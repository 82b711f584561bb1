package dev.gatehouse.node.health;

/**
 * Recorded states of a component on one day.
 *
 * @param id component and day
 * @param day ISO date in UTC
 * @param slots a character for each five minutes of the day; see {@link ComponentState}
 */
record HealthDay(String id, String component, String day, String slots) {}
