package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A site that has moved to another domain. */
class FormerHostsTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("PUBLIC_URL", "https://new.example/api/")
          .with("PUBLIC_FORMER_HOSTS", "old.example, Bücher.example");

  @Test
  void redirectsPagesOfFormerHosts() throws IOException {
    RawClient.Reply page = request("GET /book?type=a%20b&x=", "OLD.example:8443").expect(301);
    assertEquals("https://new.example/api/book?type=a%20b&x=", page.header("Location"));
    request("HEAD /r/x", "xn--bcher-kva.example").expect(301);
  }

  @Test
  void servesOtherHostsAndWebhooks() throws IOException {
    for (String host : List.of("new.example", "localhost", "old.example.org")) {
      assertEquals(200, request("GET /api/proxy/still-alive/status", host).status(), host);
    }
    request("POST /api/proxy/notify", "old.example").expect(401);
  }

  private static RawClient.Reply request(String line, String host) throws IOException {
    try (RawClient raw = NODE.raw()) {
      String head = " HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\n\r\n".formatted(host);
      return raw.send(line + head).read(line.startsWith("HEAD"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://old.example, 'public.formerHosts: https://old.example is no host'",
    "new.example, 'must not contain the host of public.url'",
    "old.example:80, is no host"
  })
  void refusesUnusableHosts(String hosts, String message) {
    String refusal =
        TestSettings.refusal("PUBLIC_URL", "https://new.example", "PUBLIC_FORMER_HOSTS", hosts);
    assertTrue(refusal.contains(message), refusal);
  }

  @Test
  void needsPublicAddress() {
    assertEquals(
        "public.formerHosts needs public.url",
        TestSettings.refusal("PUBLIC_FORMER_HOSTS", "old.example"));
  }
}
