package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gatehouse.tracing.Span;

/**
 * Request or internal task that caused a call.
 *
 * @param requestId id in every log line about it
 * @param caller caller of the request
 * @param base public URL of the service as the caller sees it, without a trailing slash; empty if
 *     unknown
 * @param address the caller's exact address, while limits count a whole IPv6 network; empty if
 *     unknown
 * @param headOnly whether only the headers of the answer are needed (HEAD)
 * @param trace W3C {@code traceparent} of the span that sent the call; empty if it is not recorded
 */
public record Origin(
    String requestId,
    Caller caller,
    String base,
    @JsonInclude(Include.NON_EMPTY) String address,
    @JsonInclude(Include.NON_DEFAULT) boolean headOnly,
    @JsonInclude(Include.NON_EMPTY) String trace) {
  static final Origin UNKNOWN = new Origin("", null, "");

  public Origin {
    if (caller == null) {
      caller = Caller.anonymous("", false);
    }
    requestId = Json.nullToEmpty(requestId);
    base = Json.nullToEmpty(base);
    address = Json.nullToEmpty(address);
    trace = Json.nullToEmpty(trace);
  }

  public Origin(String requestId, Caller caller, String base) {
    this(requestId, caller, base, "", false, "");
  }

  Origin within(Span span) {
    return new Origin(requestId, caller, base, address, headOnly, span.traceparent());
  }

  /** Returns the origin of a task that the node runs itself or for its owner, with all rights. */
  public static Origin ownTask(String requestId, String subject) {
    return new Origin(requestId, Caller.owner(subject), "");
  }
}
