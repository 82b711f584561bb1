package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;

/**
 * An area's success.
 *
 * @param status HTTP status, 2xx or 3xx, or an error status whose body the specification fixes
 * @param headers besides those http sets itself
 * @param json the body, JSON text unless the headers name another Content-Type; null without one.
 *     Between nodes it travels beside the rest, as it is
 * @param claimCheck the body, as a reference to stored bytes; null without one
 */
public record Answer(
    int status, Map<String, String> headers, @JsonIgnore Buffer json, ClaimCheck claimCheck)
    implements Reply {

  public Answer {
    headers = headers == null ? Map.of() : headers;
  }

  /** 200 with a record as its body, encoded here, on the area's thread. */
  public static Answer ok(Object body) {
    return of(200, body);
  }

  /** 201 with the created record. */
  public static Answer created(Object body) {
    return of(201, body);
  }

  public static Answer of(int status, Object body) {
    return new Answer(status, Map.of(), Json.encode(body), null);
  }

  /** 200 with a page that was made for this call. */
  public static Answer page(String html) {
    return new Answer(200, Map.of("Content-Type", "text/html"), Buffer.buffer(html), null);
  }

  /** 303: the answer to a form is another page, so that to load it again sends nothing again. */
  public static Answer seeOther(String address) {
    return new Answer(303, Map.of("Location", address), null, null);
  }

  /** 200 with stored bytes, or the part of them that the client asks for. */
  public static Answer stored(ClaimCheck claimCheck) {
    return new Answer(200, Map.of(), null, claimCheck);
  }

  /** This answer with headers besides the ones that it has. */
  public Answer with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(more);
    return new Answer(status, all, json, claimCheck);
  }

  /** This answer with another body. */
  Answer with(Buffer body) {
    return new Answer(status, headers, body, claimCheck);
  }

  /** The body as a record, for areas that ask other areas. */
  public <T> T body(Class<T> type) {
    return Json.decode(json.getBytes(), type);
  }
}
