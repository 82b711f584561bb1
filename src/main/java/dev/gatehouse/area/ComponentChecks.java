package dev.gatehouse.area;

import java.util.Map;
import java.util.Optional;

/** Health of a node's components, in order of their names. */
public interface ComponentChecks {
  /**
   * Returns whether each component works. Repeats outdated checks, which may block for a few
   * seconds.
   */
  Map<String, Boolean> up();

  /** Returns the cached result; empty if there is no recent check. */
  Optional<Map<String, Boolean>> results();
}
