package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.TestNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Invalid requests count against the rate limit of their address. */
class BrokenRequestsCountTest {
  private static final String ALIVE = "GET /api/proxy/still-alive/status";

  private static final List<String> BROKEN =
      List.of(
          "GET\r\n\r\n",
          "\0GET / HTTP/1.1\r\nHost: a\r\n\r\n",
          "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: a\r\nNo colon\r\n\r\n",
          "GET /" + "a".repeat(10_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
          "POST /api/proxy/auth/validate-access HTTP/1.1\r\nHost: a\r\n"
              + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n");

  private static final int ROUNDS = 2;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("LIMITS_DEFAULT_PER_MINUTE", Integer.toString(ROUNDS * BROKEN.size()))
          .with("SECURITY_MAX_REFUSALS", "1000");

  @Test
  void countsBrokenRequestsAgainstRateLimit() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      for (String bytes : BROKEN) {
        int status = NODE.exchange(bytes).status();
        assertTrue(status == 400 || status == 414 || status == 505, status + " for " + bytes);
      }
    }
    for (String bytes : BROKEN) {
      assertEquals(429, NODE.exchange(bytes).status(), bytes);
    }
    NODE.ask(ALIVE).expect(429);
  }
}
