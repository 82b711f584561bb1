package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node whose general rate limit is disabled. */
class RateLimitOffTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0").with("LIMITS_OPERATOR_PER_MINUTE", "0");

  @ParameterizedTest
  @CsvSource({
    "/api/proxy/still-alive/status, 200, 200",
    "/deployment/info, 401, 200",
    "/nowhere, 404, 404"
  })
  void allowsUnlimitedRequestsWithoutLimitHeaders(String path, int visitor, int owner) {
    Client client = NODE.client();
    for (int i = 0; i < 60; i++) {
      unlimited(visitor, client.get(path));
      unlimited(owner, client.owner("GET", path).send());
    }
  }

  private static void unlimited(int status, Client.Reply reply) {
    reply.expect(status);
    assertNull(reply.header("RateLimit"));
    assertNull(reply.header("RateLimit-Policy"));
  }

  @Test
  void keepsLimitsOfSingleOperations() {
    for (int i = 0; i < 3; i++) {
      assertEquals("\"hire\";q=3;w=3600", hire().expect(200).header("RateLimit-Policy"));
    }
    assertTrue(Integer.parseInt(hire().expect(429).header("Retry-After")) > 60);
  }

  private static Client.Reply hire() {
    return NODE.request("POST", "/api/proxy/hire/send")
        .json(JsonObject.of("subject", "s", "body", "b"))
        .send();
  }
}
