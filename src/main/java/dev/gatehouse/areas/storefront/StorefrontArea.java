package dev.gatehouse.areas.storefront;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Storefront area: products for sale, carts and newsletter subscribers. */
final class StorefrontArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();
  private final Message.Handlers messages;

  StorefrontArea(List<Map<String, Handler>> groups, Message.Handlers messages) {
    groups.forEach(operations::putAll);
    this.messages = messages;
  }

  @Override
  public String name() {
    return "storefront";
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
