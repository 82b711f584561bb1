package dev.gatehouse.areas.site;

import dev.gatehouse.bus.Area;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Operations of the site itself: service status, links, and information for other programs. */
final class SiteArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();
  private final Runnable end;

  /**
   * @param groups operations by their ids
   * @param end runs after the last call was answered; may block
   */
  SiteArea(List<Map<String, Handler>> groups, Runnable end) {
    groups.forEach(operations::putAll);
    this.end = end;
  }

  @Override
  public String name() {
    return "site";
  }

  @Override
  public Map<String, Handler> operations() {
    return operations;
  }

  @Override
  public void close() {
    end.run();
  }
}
