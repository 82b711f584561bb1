package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

/**
 * The request, or the node's own task, that a call goes back to.
 *
 * @param requestId stands in every log line about it
 * @param caller who asks
 * @param base the public address of the service as the caller sees it, without a trailing slash;
 *     empty where nobody saw one
 * @param address the caller's own, where limits count by a whole network of IPv6; empty where there
 *     is none
 * @param headOnly whether nothing but the head of the answer is wanted (HEAD)
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
    requestId = NullText.nullToEmpty(requestId);
    base = NullText.nullToEmpty(base);
    address = NullText.nullToEmpty(address);
  }

  public Origin(String requestId, Caller caller, String base) {
    this(requestId, caller, base, "", false);
  }

  /** A task that the node does by itself or for its owner, with all rights. */
  public static Origin ownTask(String requestId, String subject) {
    return new Origin(requestId, Caller.owner(subject), "");
  }
}
