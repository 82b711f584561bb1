package dev.gatehouse.http.stages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links of a node without {@code public.url} behind a proxy that ends TLS. */
class ForwardedProtoTest {
  private static final String SYMBOL = "/api/proxy/historical-data/PROTO";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  @BeforeAll
  static void store() {
    String csv = "time,open,high,low,close,volume\n2026-01-01T00:00:00Z,1,2,1,2,3\n";
    NODE.owner("PUT", SYMBOL).body("text/csv", csv).expect(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https | true | https",
        "HTTPS | true | https",
        "https,http | true | https",
        "http | true | http",
        "http, https | true | http",

        // Only a trusted proxy that names its client is believed.
        "https | false | http",
      })
  void linksHaveTheSchemeOfTheClient(String header, boolean named, String scheme) {
    Client.Request request = NODE.owner("GET", "/api/proxy/historical-data");
    if (named) {
      request.from(NODE.freshAddress());
    }
    String text = request.header("X-Forwarded-Proto", header).send().text();
    assertTrue(text.contains("\"downloadUrl\":\"" + scheme + "://127.0.0.1"), text);
  }
}
