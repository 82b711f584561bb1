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
 * @param route where it is found
 * @param admission who may call it, how often
 * @param input what it takes
 * @param output what it gives
 */
public record Operation(String id, Route route, Admission admission, Input input, Output output) {

  /**
   * The place of an operation.
   *
   * @param method its method; HEAD is served wherever GET is
   * @param path with templates in braces
   */
  public record Route(HttpMethod method, String path) {}

  /**
   * The callers that an operation admits, and how often.
   *
   * @param requirements any of them serves; empty means public
   * @param limit its own rate limit, besides the general one
   * @param unlimited true where even the general limit does not hold once the credential is
   *     verified
   * @param idempotent whether an Idempotency-Key makes a repeated request answer as the first did
   */
  public record Admission(
      List<Requirement> requirements,
      Optional<Limit> limit,
      boolean unlimited,
      boolean idempotent) {}

  /**
   * The input of an operation.
   *
   * @param body its kind
   * @param maxBody bytes; of an upload only where no intake sets the limit
   * @param intake what its uploads pass on their way into the blob store; empty if nothing
   * @param validation of parameters and body
   */
  public record Input(Body body, long maxBody, String intake, Validation validation) {}

  /**
   * The output of an operation.
   *
   * @param stream the bus event that it sends on as an event stream; empty for ordinary operations
   * @param inline whether its area answers it on the event loop, as it reads nothing but memory
   * @param timeout for the worker's answer
   * @param cacheControl of a success
   * @param produces media types of its success
   * @param json schema of its success in JSON; null if it answers none
   */
  public record Output(
      String stream,
      boolean inline,
      Duration timeout,
      String cacheControl,
      List<String> produces,
      Schema json) {}

  /** The kind of body that an operation takes. */
  public enum Body {
    NONE,
    JSON,
    MULTIPART,
    STREAM,
    /** One or the other, by the request's Content-Type. */
    JSON_OR_MULTIPART,
    /** JSON that its area gets as the text that was sent, since its sender has signed that. */
    RAW
  }

  /**
   * A credential that serves.
   *
   * @param scheme {@code token}, {@code key} or {@code ticket}
   * @param any roles of a token or scopes of a key; empty means every one
   */
  public record Requirement(String scheme, Set<String> any) {}

  /**
   * A rate of its own.
   *
   * @param name the policy's name; operations that share it are counted together
   * @param limit requests
   * @param window in which they may be made
   * @param exemptsOperator whether the owner is not counted
   */
  public record Limit(String name, int limit, Duration window, boolean exemptsOperator) {}

  /** The area that answers it. */
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

  public boolean idempotent() {
    return admission.idempotent();
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
