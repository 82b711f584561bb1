package dev.gatehouse.node.agreement;

import java.util.List;

/**
 * Setting of a node that must be equal on all nodes of its cluster.
 *
 * @param id its key in {@code conf/gatehouse.yaml}
 * @param digests keyed digests of its values, in order; most settings have one value
 * @param given whether the setting has a value
 * @param listed whether it is a list of secrets, of which the first is used
 */
record AgreedSetting(String id, List<String> digests, boolean given, boolean listed) {
  /**
   * Returns whether nodes with either value can work side by side. The first secret of a list signs
   * or encrypts, so each list must contain the first secret of the other.
   */
  boolean worksBeside(List<String> others) {
    return !listed || (digests.contains(others.getFirst()) && others.contains(digests.getFirst()));
  }
}
