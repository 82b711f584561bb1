package dev.gatehouse.bus;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.vertx.core.buffer.Buffer;

/**
 * Successful reply of an area.
 *
 * @param status HTTP status, 2xx or 3xx, or an error status whose body a specification defines
 * @param headers headers other than those that the HTTP layer sets
 * @param json the body, JSON text unless the headers name another Content-Type; null if absent.
 *     Between nodes it is transferred unchanged beside the other fields.
 * @param claimCheck the body as a reference to stored bytes; null if absent
 */
public record Answer(
    int status, Map<String, String> headers, @JsonIgnore Buffer json, ClaimCheck claimCheck)
    implements Reply {

  public Answer {
    headers = Objects.requireNonNullElse(headers, Map.of());
  }

  /** Returns 200 with a record as its body. The record is encoded here, on the area's thread. */
  public static Answer ok(Object body) {
    return of(200, body);
  }

  /** Returns 201 with the created record. */
  public static Answer created(Object body) {
    return of(201, body);
  }

  public static Answer of(int status, Object body) {
    return new Answer(status, Map.of(), Json.encode(body), null);
  }

  /** Returns 200 with an HTML page that was created for this call. */
  public static Answer page(String html) {
    return new Answer(200, Map.of("Content-Type", "text/html"), Buffer.buffer(html), null);
  }

  /** Returns 303 to another page after a form, so that a reload does not submit the form again. */
  public static Answer seeOther(String address) {
    return new Answer(303, Map.of("Location", address), null, null);
  }

  /** Returns 200 with stored bytes, or with the range that the client requests. */
  public static Answer stored(ClaimCheck claimCheck) {
    return new Answer(200, Map.of(), null, claimCheck);
  }

  /** Returns this answer with additional headers. */
  public Answer with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(more);
    return new Answer(status, all, json, claimCheck);
  }

  Answer with(Buffer body) {
    return new Answer(status, headers, body, claimCheck);
  }

  /** Returns the body as a record, for areas that call other areas. */
  public <T> T body(Class<T> type) {
    return Json.decode(json.getBytes(), type);
  }
}
