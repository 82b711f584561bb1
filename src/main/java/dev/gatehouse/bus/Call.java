package dev.gatehouse.bus;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.gatehouse.tracing.Span;

/**
 * Validated call to an area.
 *
 * @param operation the contract's operationId, which is the event-bus address
 * @param origin request or task that caused the call
 * @param deadline time after which no caller waits for the answer; the handler should then stop
 * @param parameters path, query and header parameters by name, coerced, with defaults applied
 * @param body the JSON body as plain maps, lists and scalars, or a form's fields; null if absent
 * @param uploads bodies that were streamed into the blob store
 */
public record Call(
    String operation,
    Origin origin,
    @JsonIgnore Deadline deadline,
    @JsonSerialize(using = WireValue.Writer.class) @JsonDeserialize(using = WireValue.Reader.class)
        Map<String, Object> parameters,
    @JsonSerialize(using = WireValue.Writer.class) @JsonDeserialize(using = WireValue.Reader.class)
        Object body,
    List<Upload> uploads) {

  /** Deadline of a call that was sent without one. No current release sends such calls. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  public Call {
    origin = Objects.requireNonNullElse(origin, Origin.UNKNOWN);
    if (deadline == null) {
      deadline = Deadline.in(PATIENCE);
    }
    parameters = Objects.requireNonNullElse(parameters, Map.of());
    uploads = Objects.requireNonNullElse(uploads, List.of());
  }

  /** Creates a message between areas, or from the node to an area. All its data are in its body. */
  public static Call message(String address, Origin origin, Duration patience, Object body) {
    return new Call(address, origin, Deadline.in(patience), Map.of(), body, List.of());
  }

  /** Returns this message as a call of an operation, which reads parameters and no body. */
  Call asOperation(Map<String, Object> fields) {
    return new Call(operation, origin, deadline, fields, null, uploads);
  }

  /** Parameter that holds the entity tag against which a write's conditions were evaluated. */
  private static final String SEEN = "If-Match";

  /**
   * Returns this call, restricted to the version that its caller's conditions were evaluated
   * against.
   *
   * @param tag entity tag of that version, without quotes; empty if the resource did not exist
   */
  public Call seeing(String tag) {
    Map<String, Object> more = new HashMap<>(parameters);
    more.put(SEEN, tag);
    return new Call(operation, origin, deadline, more, body, uploads);
  }

  /**
   * Returns the unquoted entity tag of the only version that may be changed. The tag is empty if
   * the resource must not exist. The result is absent without conditions.
   */
  public Optional<String> seen() {
    // No operation declares this parameter.
    return Optional.ofNullable((String) parameters.getOrDefault(SEEN, null));
  }

  /** Returns this call, sent by a span. */
  Call within(Span span) {
    return new Call(operation, origin.within(span), deadline, parameters, body, uploads);
  }

  Call until(Deadline other) {
    return new Call(operation, origin, other, parameters, body, uploads);
  }

  public String requestId() {
    return origin.requestId();
  }

  public Caller caller() {
    return origin.caller();
  }

  /** Returns the public URL of the service as the caller sees it, without a trailing slash. */
  public String base() {
    return origin.base();
  }

  /** Returns the body as a record. It has already been validated against the contract. */
  public <T> T body(Class<T> type) {
    return Json.convert(body, type);
  }

  /**
   * Returns a text parameter; null if it was not given and has no default.
   *
   * @throws IllegalArgumentException if the operation does not declare the parameter
   */
  public String text(String name) {
    return (String) parameters.get(name);
  }

  /** Returns a boolean parameter that is required or has a default. */
  public boolean flag(String name) {
    return (Boolean) parameters.get(name);
  }

  /** Returns an integer parameter that is required or has a default. */
  public long number(String name) {
    return ((Number) parameters.get(name)).longValue();
  }
}
