package dev.gatehouse.bus;

import java.util.List;
import java.util.Map;

/**
 * A validated request on its way to an area.
 *
 * @param operation the contract's operationId, which is the event-bus address
 * @param requestId of the request that caused the call
 * @param deadline milliseconds since the epoch after which nobody waits for the answer
 * @param caller who asks
 * @param base the public address of the service as the caller sees it, without a trailing slash
 * @param parameters path, query and header parameters by name, coerced, with defaults filled in
 * @param body the JSON body as plain maps, lists and scalars, or a form's fields; null without one
 * @param uploads what was streamed into the blob store
 */
public record Call(
    String operation,
    String requestId,
    long deadline,
    Caller caller,
    String base,
    Map<String, Object> parameters,
    Object body,
    List<Upload> uploads) {

  public Call {
    requestId = NullText.nullToEmpty(requestId);
    base = NullText.nullToEmpty(base);
    parameters = parameters == null ? Map.of() : parameters;
    uploads = uploads == null ? List.of() : uploads;
  }

  /** The body as a record; the contract has validated it already. */
  public <T> T body(Class<T> type) {
    return Json.convert(body, type);
  }

  /** A text parameter, or null when it was not given and has no default. */
  public String text(String name) {
    return (String) parameters.get(name);
  }

  /** An integer parameter that is required or has a default. */
  public long number(String name) {
    return ((Number) parameters.get(name)).longValue();
  }
}
