package dev.gatehouse.contract;

import module java.base;

import io.vertx.core.http.HttpMethod;

/**
 * Operation of the contract, with the data that the HTTP stages need.
 *
 * @param id the operationId, which is the event-bus address
 * @param method its method; HEAD is served where GET is
 * @param path its path, with templates in braces
 * @param requirements permitted callers: alternatives, one of which must be met; empty means public
 * @param limit its own rate limit, in addition to the general one
 * @param unlimited true if even the general limit does not apply once the credential is verified
 * @param limitedByArea true if the general limit does not apply and no request causes a ban,
 *     because the area verifies a signature and limits unverified requests
 * @param idempotent whether a repeated request with the same Idempotency-Key gets the first reply
 * @param repeatable whether a repeated request has the same effect as one request
 * @param sameOrigin whether a browser's requests from pages of other origins are rejected
 * @param stepUp whether a session of the console needs a recent sign-in
 * @param closable name under which the owner can close the operation; empty for none
 * @param maxBody maximum bytes of a body; for an upload only if no upload check sets the limit
 * @param intake check that uploads pass before they are stored; empty for none
 * @param validation validation of parameters and body
 * @param stream bus event that is forwarded as an event stream; empty for ordinary operations
 * @param inline whether its area answers on the event loop, because it reads only memory
 * @param timeout timeout of the worker's answer
 * @param cacheControl Cache-Control header of a success
 * @param produces media types of a success
 * @param reply schema of a success in JSON; null if it has no JSON
 */
public record Operation(
    String id,
    HttpMethod method,
    String path,
    List<Requirement> requirements,
    Optional<Limit> limit,
    boolean unlimited,
    boolean limitedByArea,
    boolean idempotent,
    boolean repeatable,
    boolean sameOrigin,
    boolean stepUp,
    String closable,
    Body body,
    long maxBody,
    String intake,
    Validation validation,
    String stream,
    boolean inline,
    Duration timeout,
    String cacheControl,
    List<String> produces,
    Schema reply) {

  /** Kind of body that an operation accepts. */
  public enum Body {
    NONE,
    JSON,
    MULTIPART,
    STREAM,
    /** JSON or multipart, depending on the request's Content-Type. */
    JSON_OR_MULTIPART,
    /**
     * JSON that its area receives as the original text, because the sender's signature covers that
     * text.
     */
    RAW
  }

  /**
   * Accepted credential.
   *
   * @param scheme {@code token}, {@code key} or {@code ticket}
   * @param any roles of a token or scopes of a key, one of which suffices; empty means all
   */
  public record Requirement(String scheme, Set<String> any) {}

  /**
   * Separate rate limit.
   *
   * @param name the policy's name; operations that share it are counted together
   * @param limit requests
   * @param window in which they may be made
   * @param exemptsOperator whether the owner is not counted
   */
  public record Limit(String name, int limit, Duration window, boolean exemptsOperator) {}

  public String area() {
    return id.substring(0, id.indexOf('.'));
  }

  public boolean isPublic() {
    return requirements.isEmpty();
  }
}
