package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.Client;

/**
 * An operation with an effect, under names that are unique for each run.
 *
 * @param status of its success
 * @param effect what it adds to the count
 * @param tolerated statuses of a repeat when the first request had its effect
 */
record Scenario(
    String name,
    Consumer<String> prepare,
    Function<String, Client.Reply> act,
    int status,
    Counted counted) {

  /** What is counted of what is stored, and how a success changes it. */
  record Counted(LongSupplier count, long effect, Set<Integer> tolerated) {}

  LongSupplier count() {
    return counted.count();
  }

  long effect() {
    return counted.effect();
  }

  Set<Integer> tolerated() {
    return counted.tolerated();
  }

  @Override
  public String toString() {
    return name;
  }
}
