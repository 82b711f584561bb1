package dev.gatehouse.bus;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;

/**
 * Writes a time with milliseconds, or with micro- or nanoseconds if it has them. Documents store
 * such a time as text, because the store's times have milliseconds.
 */
public final class ExactTime extends JsonSerializer<Instant> {
  private static final int NANOS_PER_MILLI = 1_000_000;

  @Override
  public void serialize(Instant time, JsonGenerator out, SerializerProvider providers)
      throws IOException {
    boolean millis = time.getNano() % NANOS_PER_MILLI == 0;
    out.writeString(millis ? Json.time(time) : time.toString());
  }
}
