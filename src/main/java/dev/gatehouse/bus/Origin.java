package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

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
 */
public record Origin(
    String requestId,
    Caller caller,
    String base,
    @JsonInclude(Include.NON_EMPTY) String address,
    @JsonInclude(Include.NON_DEFAULT) boolean headOnly) {
  static final Origin UNKNOWN = new Origin("", null, "");

  public Origin {
    caller = caller == null ? Caller.anonymous("", false) : caller;
    requestId = Json.nullToEmpty(requestId);
    base = Json.nullToEmpty(base);
    address = Json.nullToEmpty(address);
  }

  public Origin(String requestId, Caller caller, String base) {
    this(requestId, caller, base, "", false);
  }

  /** Returns the origin of a task that the node runs itself or for its owner, with all rights. */
  public static Origin ownTask(String requestId, String subject) {
    return new Origin(requestId, Caller.owner(subject), "");
  }
}
