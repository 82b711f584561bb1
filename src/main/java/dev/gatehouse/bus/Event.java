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
}
