package dev.gatehouse.node;

import dev.gatehouse.bus.Area;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Area for the owner's view of the node: health, jobs, store and trash. */
final class NodeArea implements Area {
  static final String NAME = "node";

  private final Map<String, Handler> operations = new HashMap<>();

  /**
   * @param groups operations by their ids
   */
  NodeArea(List<Map<String, Handler>> groups) {
    groups.forEach(operations::putAll);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Map<String, Handler> operations() {
    return operations;
  }
}
