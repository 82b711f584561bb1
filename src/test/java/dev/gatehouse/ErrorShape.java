package dev.gatehouse;

import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** The one shape of errors: a sentence, a code of the reply's status, perhaps a parameter. */
public final class ErrorShape {
  /** An error with more fields: a wrong access code also states the attempts that are left. */
  private static final String WRONG_CODE = "attemptsRemaining";

  private static final Set<String> FIELDS = Set.of("error", "code", "param", "errors");

  private ErrorShape() {}

  /**
   * Checks the body of an error.
   *
   * @param request for the message
   */
  public static void check(String request, int status, JsonObject body) {
    mustHold(!body.getString("error", "").isBlank(), request, "no error", body);
    String wire = body.getString("code", "");
    ErrorCode code = ErrorCode.ofWire(wire).orElse(null);
    mustHold(code != null, request, "unknown code '" + wire + "'", body);
    mustHold(code.status() == status, request, wire + " with status " + status, body);
    mustHold(
        !body.containsKey("param") || !body.getString("param").isBlank(),
        request,
        "an empty param",
        body);
    mustHold(
        body.containsKey(WRONG_CODE) || FIELDS.containsAll(body.fieldNames()),
        request,
        "unknown fields",
        body);
  }

  private static void mustHold(boolean holds, String request, String problem, JsonObject body) {
    if (!holds) {
      throw new AssertionError(request + ": " + problem + " in " + body.encode());
    }
  }
}
