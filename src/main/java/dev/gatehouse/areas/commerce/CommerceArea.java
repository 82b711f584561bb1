package dev.gatehouse.areas.commerce;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Commerce area: the catalog, listings on marketplaces, and reviews. */
final class CommerceArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();
  private final Message.Handlers messages;

  CommerceArea(List<Map<String, Handler>> groups, Message.Handlers messages) {
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
  public Message.Handlers messages() {
    return messages;
  }
}
