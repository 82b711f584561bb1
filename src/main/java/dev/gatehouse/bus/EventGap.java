package dev.gatehouse.bus;

import java.util.List;
import java.util.Map;

/**
 * The events that the client of an event stream has missed: what the operation of a stream answers.
 *
 * @param events the oldest first, as the stream's bus event has them
 * @param skipped how many were missed and are not among them; negative where nobody knows
 */
public record EventGap(List<Map<String, Object>> events, long skipped) {
  /** Nothing was missed, or the client is new. */
  public static final EventGap NOTHING = new EventGap(List.of(), 0);

  /** The client was here, and what it has seen is not there any more. */
  public static final EventGap UNKNOWN = new EventGap(List.of(), -1);

  public EventGap {
    events = events == null ? List.of() : events;
  }

  /**
   * Returns the ids of the events that a stream's client has seen last, by the header of an
   * EventSource or the parameter of a page that opens another; none where it is new.
   */
  public static List<String> seen(Call call) {
    String header = call.text("Last-Event-ID");
    String named = header == null ? call.text("lastEventId") : header;
    return named == null ? List.of() : List.of(named.split("\\."));
  }
}
