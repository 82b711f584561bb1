package dev.gatehouse.bus;

/**
 * The request, or the node's own task, that a call goes back to.
 *
 * @param requestId stands in every log line about it
 * @param caller who asks
 * @param base the public address of the service as the caller sees it, without a trailing slash;
 *     empty where nobody saw one
 */
public record Origin(String requestId, Caller caller, String base) {
  static final Origin UNKNOWN = new Origin("", null, "");

  public Origin {
    caller = caller == null ? Caller.nobody("", false) : caller;
    requestId = NullText.nullToEmpty(requestId);
    base = NullText.nullToEmpty(base);
  }

  /** A task that the node does by itself or for its owner, with all rights. */
  public static Origin ownTask(String requestId, String subject) {
    return new Origin(requestId, Caller.owner(subject), "");
  }
}
