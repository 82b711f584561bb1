package dev.gatehouse.contract;

import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Operation of the contract, with the data that the HTTP stages need.
 *
 * @param id the operationId, which is the event-bus address
 * @param route method and path
 * @param admission permitted callers and rates
 * @param input parameters and body
 * @param output answer
 */
public record Operation(String id, Route route, Admission admission, Input input, Output output) {

  /**
   * Method and path of an operation.
   *
   * @param method its method; HEAD is served where GET is
   * @param path its path, with templates in braces
   */
  public record Route(HttpMethod method, String path) {}

  /**
   * Permitted callers of an operation, and its rate.
   *
   * @param requirements alternatives, one of which must be met; empty means public
   * @param limit its own rate limit, in addition to the general one
   * @param unlimited true if even the general limit does not apply once the credential is verified
   * @param limitedByArea true if the general limit does not apply and no request causes a ban,
   *     because the area verifies a signature and limits unverified requests
   * @param repeats effect of repeated requests
   * @param browsers conditions for requests of browsers
   * @param closable name under which the owner can close the operation; empty for none
   */
  public record Admission(
      List<Requirement> requirements,
      Optional<Limit> limit,
      boolean unlimited,
      boolean limitedByArea,
      Repeats repeats,
      Browsers browsers,
      String closable) {}

  /**
   * Conditions for requests of browsers.
   *
   * @param sameOrigin whether requests from pages of other origins are rejected
   * @param stepUp whether a session of the console needs a recent sign-in
   */
  public record Browsers(boolean sameOrigin, boolean stepUp) {}

  /**
   * Effect of repeated requests.
   *
   * @param idempotent whether a repeated request with the same Idempotency-Key gets the first reply
   * @param repeatable whether a repeated request has the same effect as one request
   */
  public record Repeats(boolean idempotent, boolean repeatable) {}

  /**
   * Input of an operation.
   *
   * @param body kind of body
   * @param maxBody maximum bytes; for an upload only if no upload check sets the limit
   * @param intake check that uploads pass before they are stored; empty for none
   * @param validation validation of parameters and body
   */
  public record Input(Body body, long maxBody, String intake, Validation validation) {}

  /**
   * Output of an operation.
   *
   * @param stream bus event that is forwarded as an event stream; empty for ordinary operations
   * @param inline whether its area answers on the event loop, because it reads only memory
   * @param timeout timeout of the worker's answer
   * @param cacheControl Cache-Control header of a success
   * @param produces media types of a success
   * @param json schema of a success in JSON; null if it has no JSON
   */
  public record Output(
      String stream,
      boolean inline,
      Duration timeout,
      String cacheControl,
      List<String> produces,
      Schema json) {}

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

  public HttpMethod method() {
    return route.method();
  }

  public String path() {
    return route.path();
  }

  public List<Requirement> requirements() {
    return admission.requirements();
  }

  public boolean isPublic() {
    return admission.requirements().isEmpty();
  }

  public Optional<Limit> limit() {
    return admission.limit();
  }

  public boolean unlimited() {
    return admission.unlimited();
  }

  public boolean limitedByArea() {
    return admission.limitedByArea();
  }

  public boolean sameOrigin() {
    return admission.browsers().sameOrigin();
  }

  public boolean stepUp() {
    return admission.browsers().stepUp();
  }

  public String closable() {
    return admission.closable();
  }

  public boolean idempotent() {
    return admission.repeats().idempotent();
  }

  public boolean repeatable() {
    return admission.repeats().repeatable();
  }

  public Body body() {
    return input.body();
  }

  public long maxBody() {
    return input.maxBody();
  }

  public String intake() {
    return input.intake();
  }

  public Validation validation() {
    return input.validation();
  }

  public String stream() {
    return output.stream();
  }

  public boolean inline() {
    return output.inline();
  }

  public Duration timeout() {
    return output.timeout();
  }

  public String cacheControl() {
    return output.cacheControl();
  }

  public List<String> produces() {
    return output.produces();
  }
}
