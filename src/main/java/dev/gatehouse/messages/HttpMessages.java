package dev.gatehouse.messages;

import dev.gatehouse.bus.EventType;

/** The events of the HTTP servers. */
public final class HttpMessages {
  /** Published when a request has changed something in an area. */
  public static final EventType<AreaChanged> AREA_CHANGED =
      EventType.of("http.changed", AreaChanged.class);

  private HttpMessages() {}

  /** An area in which something has changed. */
  public record AreaChanged(String area) {}
}
