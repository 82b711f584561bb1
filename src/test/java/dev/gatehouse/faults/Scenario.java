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

  /**
   * What is counted of what is stored, and how a success changes it.
   *
   * @param job runs the job that may complete the effect of a success later
   */
  record Counted(LongSupplier count, long effect, Set<Integer> tolerated, Runnable job) {
    Counted(LongSupplier count, long effect, Set<Integer> tolerated) {
      this(count, effect, tolerated, () -> {});
    }
  }

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
