package dev.gatehouse.bus;

import java.util.List;
import java.util.Map;

/**
 * Events that the client of an event stream has missed. The operation of a stream returns them.
 *
 * @param events the events, oldest first, with the data of the stream's bus event
 * @param skipped number of missed events that are not included; negative if unknown
 */
public record EventGap(List<Map<String, Object>> events, long skipped) {
  /** Maximum number of ids that a client names. Each is in the ID of the event that it sends. */
  public static final int MAX_NAMED = 32;

  /** No missed events, or a new client. */
  public static final EventGap NOTHING = new EventGap(List.of(), 0);

  /** The client is not new, but the events that it last received are no longer available. */
  public static final EventGap UNKNOWN = new EventGap(List.of(), -1);

  public EventGap {
    events = events == null ? List.of() : events;
  }

  /**
   * Returns the ids of the events that a stream's client received last. They come from the header
   * of an EventSource, or from the parameter of a page that opens another stream. Empty for a new
   * client.
   */
  public static List<String> seen(Call call) {
    String header = call.text("Last-Event-ID");
    String named = header == null ? call.text("lastEventId") : header;
    return named == null ? List.of() : List.of(named.split("\\."));
  }
}
