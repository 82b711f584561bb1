package dev.gatehouse.bus;

import module java.base;

/**
 * Events that the client of an event stream has missed. The operation of a stream returns them.
 *
 * @param events the events in the order of the sequence, each with its {@link Event#ID}
 * @param skipped number of missed events before them that are not included; negative if unknown
 * @param last ID of the last event that this reply covers; empty from older releases
 * @param more whether further events may follow
 */
public record EventGap(List<Map<String, Object>> events, long skipped, String last, boolean more) {
  public EventGap {
    events = Objects.requireNonNullElse(events, List.of());
    last = Json.nullToEmpty(last);
  }

  /**
   * Returns the ID of the event that a stream's client received last. It comes from the header of
   * an EventSource, or from the parameter of a page that opens another stream. Empty for a new
   * client.
   */
  public static Optional<String> lastSeen(Call call) {
    return Stream.of("Last-Event-ID", "lastEventId")
        .map(call::text)
        .filter(id -> id != null && !id.isEmpty())
        .findFirst();
  }
}
