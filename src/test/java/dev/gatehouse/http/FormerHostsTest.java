package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

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
    String page = request("GET", "/book?type=a%20b&x=", "OLD.example:8443");
    assertTrue(page.startsWith("HTTP/1.1 301 "), page);
    assertTrue(
        page.toLowerCase(Locale.ROOT)
            .contains("location: https://new.example/api/book?type=a%20b&x=\r\n"),
        page);
    String idn = request("HEAD", "/r/x", "xn--bcher-kva.example");
    assertTrue(idn.startsWith("HTTP/1.1 301 "), idn);
  }

  @Test
  void servesOtherHostsAndWebhooks() throws IOException {
    for (String host : List.of("new.example", "localhost", "old.example.org")) {
      assertTrue(
          request("GET", "/api/proxy/still-alive/status", host).startsWith("HTTP/1.1 200 "), host);
    }
    String change = request("POST", "/api/proxy/notify", "old.example");
    assertTrue(change.startsWith("HTTP/1.1 401 "), change);
  }

  private static String request(String method, String path, String host) throws IOException {
    URI node = URI.create(NODE.address());
    try (Socket socket = new Socket(node.getHost(), node.getPort())) {
      String head =
          "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
              .formatted(method, path, host);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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
