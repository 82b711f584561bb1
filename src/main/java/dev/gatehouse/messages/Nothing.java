package dev.gatehouse.messages;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** A request without fields, or the data of an event that says only that it happened. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Nothing() {
  public static final Nothing NONE = new Nothing();
}
