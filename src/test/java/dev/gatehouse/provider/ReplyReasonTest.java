package dev.gatehouse.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cause that a provider's error names, for the log and the console. */
class ReplyReasonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400|{\"error\":\"invalid_grant\",\"error_description\":\"Check your iat and exp values\"}"
            + "|status 400 reason=invalid_grant",
        "403|{\"error\":{\"errors\":[{\"reason\":\"accessNotConfigured\"}],\"status\":\"X_Y\"}}"
            + "|status 403 reason=accessNotConfigured",
        "403|{\"error\":{\"code\":403,\"status\":\"PERMISSION_DENIED\"}}"
            + "|status 403 reason=PERMISSION_DENIED",
        "401|{\"error\":\"the key abc of ann@example.org is wrong\"}|status 401",
        "403|{\"message\":\"token does not have the scope\"}"
            + "|status 403 reason=token does not have the scope",
        "500|{\"message\":\"very-secret-0123456789\"}|status 500",
        "502|<html>Bad gateway</html>|status 502",
        "502|[]|status 502",
        "200|{\"error\":\"invalid_grant\"}|status 200"
      })
  void namesCauseWithoutSecrets(int status, String body, String expected) {
    var reply =
        new ProviderReply(
            status, MultiMap.caseInsensitiveMultiMap(), body.getBytes(StandardCharsets.UTF_8));
    assertEquals(expected, reply.described());
  }
}
