package dev.gatehouse.hostile;

import java.util.List;
import java.util.stream.Stream;

/**
 * An attack: which kinds of attackers, from how many addresses.
 *
 * @param kinds kinds that each address alternates
 */
record AttackPlan(String name, List<AttackKind> kinds, int addresses, AttackTargets targets) {
  /** Name of the row in which each address makes all kinds of attacks. */
  static final String MIXED = "mixed";

  private static final int WARM_UP_ADDRESSES = 200;

  /** Returns the plan of a row. */
  static AttackPlan of(String row, int addresses, AttackTargets targets) {
    List<AttackKind> kinds =
        Stream.of(AttackKind.values())
            .filter(kind -> row.equals(MIXED) || row.equals(kind.row()))
            .toList();
    return new AttackPlan(row, kinds, addresses, targets);
  }

  /**
   * Returns a plan of all kinds of attacks. A node keeps the classes, caches and buffers of its
   * first load.
   */
  static AttackPlan warmUp(boolean tls, AttackTargets targets) {
    List<AttackKind> kinds =
        Stream.of(AttackKind.values()).filter(kind -> tls || !kind.tls()).toList();
    return new AttackPlan("warm-up", kinds, WARM_UP_ADDRESSES, targets);
  }

  boolean mixed() {
    return kinds.size() > 1;
  }

  boolean tls() {
    return kinds.stream().anyMatch(AttackKind::tls);
  }

  /** Returns whether the node holds a reply for each connection. */
  boolean reads() {
    return addresses > 0 && kinds.stream().allMatch(AttackKind::reads);
  }

  /** Returns whether the owner appends large batches to the log, which event streams receive. */
  boolean needsEvents() {
    return kinds.contains(AttackKind.SLOW_LISTENERS);
  }
}
