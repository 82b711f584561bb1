package dev.gatehouse.hostile;

import java.util.Map;
import java.util.TreeMap;

/** Counts the node's reactions to attackers: a status, or a closed connection. Thread-safe. */
final class Outcomes {
  private final Map<String, Integer> counts = new TreeMap<>();

  synchronized void add(String outcome) {
    counts.merge(outcome, 1, Integer::sum);
  }

  @Override
  public synchronized String toString() {
    return counts.toString();
  }
}
