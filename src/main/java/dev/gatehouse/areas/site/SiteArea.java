package dev.gatehouse.areas.site;

import dev.gatehouse.bus.Area;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The site's own matters: the service itself, links, and what it tells others of itself. */
final class SiteArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();
  private final Runnable end;

  /**
   * @param groups operations by their ids
   * @param end what is to be done when the last call has been answered; may block
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
