package dev.gatehouse.storefront;

import dev.gatehouse.bus.Area;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shop: what is for sale, carts, and who wants news of it. */
final class StorefrontArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();

  StorefrontArea(List<Map<String, Handler>> groups) {
    groups.forEach(operations::putAll);
  }

  @Override
  public String name() {
    return "storefront";
  }

  @Override
  public Map<String, Handler> operations() {
    return operations;
  }
}
