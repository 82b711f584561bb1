package dev.gatehouse.area;

import java.util.Map;
import java.util.Optional;

/** The parts of a node, by name, and which of them work. */
public interface ComponentChecks {
  /**
   * Tells of each part whether it works; looks where nobody has of late: blocks, for seconds at
   * most.
   */
  Map<String, Boolean> up();

  /** The same from memory; empty where nobody has looked of late. */
  Optional<Map<String, Boolean>> results();
}
