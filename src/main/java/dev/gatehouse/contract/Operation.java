package dev.gatehouse.contract;

import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One operation of the contract, as far as the http stages need to know it.
 *
 * @param id the operationId, which is the event-bus address
 * @param method its method; HEAD is served wherever GET is
 * @param path with templates in braces
 * @param requirements any of them serves; empty means public
 * @param limit its own rate limit, besides the general one
 * @param unlimited true where even the general limit does not hold once the credential is verified
 * @param idempotent whether an Idempotency-Key makes a repeated request answer as the first did
 * @param inline whether its area answers it on the event loop, as it reads nothing but memory
 * @param stream the bus event that it sends on as an event stream; empty for ordinary operations
 * @param timeout for the worker's answer
 * @param body what it takes
 * @param maxBody bytes; of an upload only where no intake sets the limit
 * @param intake what its uploads pass on their way into the blob store; empty if nothing
 * @param cacheControl of a success
 * @param produces media types of its success
 * @param validation of parameters and body
 */
public record Operation(
    String id,
    HttpMethod method,
    String path,
    List<Requirement> requirements,
    Optional<Limit> limit,
    boolean unlimited,
    boolean idempotent,
    boolean inline,
    String stream,
    Duration timeout,
    Body body,
    long maxBody,
    String intake,
    String cacheControl,
    List<String> produces,
    Validation validation) {

  /** The kind of body that an operation takes. */
  public enum Body {
    NONE,
    JSON,
    MULTIPART,
    STREAM,
    /** One or the other, by the request's Content-Type. */
    JSON_OR_MULTIPART
  }

  /**
   * A credential that serves.
   *
   * @param scheme {@code token} or {@code key}
   * @param any roles of a token or scopes of a key; empty means every one
   */
  public record Requirement(String scheme, Set<String> any) {}

  /**
   * A rate of its own.
   *
   * @param name the policy's name; operations that share it are counted together
   * @param limit requests
   * @param window in which they may be made
   * @param sparesOperator whether the owner is not counted
   */
  public record Limit(String name, int limit, Duration window, boolean sparesOperator) {}

  /** The area that answers it. */
  public String area() {
    return id.substring(0, id.indexOf('.'));
  }

  public boolean isPublic() {
    return requirements.isEmpty();
  }
}
