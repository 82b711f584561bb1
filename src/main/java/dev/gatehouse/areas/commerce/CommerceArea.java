package dev.gatehouse.areas.commerce;

import dev.gatehouse.bus.Area;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shop: what is sold, where else it is offered, and what buyers say of it. */
final class CommerceArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();
  private final Map<String, Handler> messages = new HashMap<>();

  CommerceArea(List<Map<String, Handler>> groups, List<Map<String, Handler>> messages) {
    groups.forEach(operations::putAll);
    messages.forEach(this.messages::putAll);
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
