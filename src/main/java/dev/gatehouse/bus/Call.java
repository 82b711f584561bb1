package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A validated request on its way to an area.
 *
 * @param operation the contract's operationId, which is the event-bus address
 * @param origin what caused the call
 * @param deadline after which nobody waits for the answer; whoever works on it gives up then
 * @param parameters path, query and header parameters by name, coerced, with defaults filled in
 * @param body the JSON body as plain maps, lists and scalars, or a form's fields; null without one
 * @param uploads what was streamed into the blob store
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

  /** For a call that came without a word on its time, as no release of today sends one. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  public Call {
    origin = origin == null ? Origin.UNKNOWN : origin;
    deadline = deadline == null ? Deadline.in(PATIENCE) : deadline;
    parameters = parameters == null ? Map.of() : parameters;
    uploads = uploads == null ? List.of() : uploads;
  }

  /** A message between areas, or from the node to one: all that it says stands in its body. */
  public static Call message(String address, Origin origin, Duration patience, Object body) {
    return new Call(address, origin, Deadline.in(patience), Map.of(), body, List.of());
  }

  /** The parameter by which a change says what it was judged by. */
  private static final String SEEN = "If-Match";

  /**
   * This call, to change nothing but what its caller's conditions were judged by.
   *
   * @param tag of that, without quotes; empty where nothing was there
   */
  public Call seeing(String tag) {
    Map<String, Object> more = new HashMap<>(parameters);
    more.put(SEEN, tag);
    return new Call(operation, origin, deadline, more, body, uploads);
  }

  /**
   * The tag, without quotes, of what the caller's conditions were judged by, empty where nothing
   * was there: the one thing that may be changed. Absent without conditions.
   */
  public Optional<String> seen() {
    // Not one that an operation declares.
    return Optional.ofNullable((String) parameters.getOrDefault(SEEN, null));
  }

  /** This call with another deadline. */
  Call until(Deadline other) {
    return new Call(operation, origin, other, parameters, body, uploads);
  }

  public String requestId() {
    return origin.requestId();
  }

  public Caller caller() {
    return origin.caller();
  }

  /** The public address of the service as the caller sees it, without a trailing slash. */
  public String base() {
    return origin.base();
  }

  /** The body as a record; the contract has validated it already. */
  public <T> T body(Class<T> type) {
    return Json.convert(body, type);
  }

  /**
   * A text parameter, or null when it was not given and has no default. To ask for one that the
   * operation does not declare is an error.
   */
  public String text(String name) {
    return (String) parameters.get(name);
  }

  /** A yes or no that is required or has a default. */
  public boolean flag(String name) {
    return (Boolean) parameters.get(name);
  }

  /** An integer parameter that is required or has a default. */
  public long number(String name) {
    return ((Number) parameters.get(name)).longValue();
  }
}
