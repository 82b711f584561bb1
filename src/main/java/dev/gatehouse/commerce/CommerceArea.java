package dev.gatehouse.commerce;

import dev.gatehouse.bus.Area;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shop: what is sold, where else it is offered, and what buyers say of it. */
final class CommerceArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();
  private final Map<String, Handler> messages;

  CommerceArea(List<Map<String, Handler>> groups, Map<String, Handler> messages) {
    groups.forEach(operations::putAll);
    this.messages = messages;
  }

  @Override
  public String name() {
    return "commerce";
  }

  @Override
  public Map<String, Handler> operations() {
    return operations;
  }

  @Override
  public Map<String, Handler> messages() {
    return messages;
  }
}
