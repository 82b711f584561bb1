package dev.gatehouse.areas.storefront;

import dev.gatehouse.bus.Area;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shop: what is for sale, carts, and who wants news of it. */
final class StorefrontArea implements Area {
  /** The message that answers with figures for the daily report. */
  static final String FIGURES = "storefront.figures";

  private final Map<String, Handler> operations = new HashMap<>();
  private final Handler figures;

  StorefrontArea(List<Map<String, Handler>> groups, Handler figures) {
    groups.forEach(operations::putAll);
    this.figures = figures;
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
  public Map<String, Handler> messages() {
    return Map.of(FIGURES, figures);
  }
}
