package dev.gatehouse.bus;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.util.Map;

/**
 * Something that has happened, published to whoever listens at its name.
 *
 * @param name the event-bus address, {@code area.happened}
 * @param data plain maps, lists and scalars
 */
public record Event(
    String name,
    @JsonSerialize(using = WireValue.Writer.class) @JsonDeserialize(using = WireValue.Reader.class)
        Map<String, Object> data) {
  public Event {
    data = data == null ? Map.of() : data;
  }

  /** The key under which an event tells of others that were left out. */
  public static final String SKIPPED = "skipped";

  /** Tells who listens that events of this name were left out. */
  public static Event gap(String name, long skipped) {
    return new Event(name, Map.of(SKIPPED, skipped));
  }
}
