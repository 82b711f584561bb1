package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Log lines that programs parse: failed logins for fail2ban, and JSON for log collectors. */
@Tag("slow")
class LogLinesTest {
  private static final String INVENTED = "authentication failed address=192.0.2.66";

  @TempDir Path data;

  @Test
  void matchesFailregexOnlyForFailedLogins() throws Exception {
    List<String> lines = linesOfAVisit("text");
    Matcher readme =
        Pattern.compile("`failregex = (.+?)`")
            .matcher(Files.readString(Path.of("src/docs/operate/monitoring.md")));
    assertTrue(readme.find());
    Pattern failed = Pattern.compile(readme.group(1).replace("<ADDR>", "([0-9.]+)"));
    List<String> found =
        lines.stream()
            .map(failed::matcher)
            .filter(Matcher::find)
            .map(matcher -> matcher.group(1))
            .toList();
    assertEquals(List.of("127.0.0.1"), found);
    assertEquals(
        2,
        lines.stream().filter(line -> line.contains("request=the-login")).count(),
        "the failed login, and the request");
    assertTrue(lines.stream().noneMatch(line -> line.startsWith("\tat ")), "no stacks");
  }

  @Test
  void logsJsonWhenConfigured() throws Exception {
    List<String> lines = linesOfAVisit("json");
    List<JsonObject> events =
        lines.stream().filter(line -> line.startsWith("{")).map(JsonObject::new).toList();
    assertTrue(
        events.stream()
            .map(event -> event.getString("formattedMessage"))
            .anyMatch("authentication failed address=127.0.0.1"::equals));
    assertTrue(lines.getLast().startsWith("{"));
  }

  /** Sends a wrong code, and requests that try to inject log lines. */
  private List<String> linesOfAVisit(String format) throws Exception {
    try (var node = new PackagedNode(data).with("LOG_FORMAT", format)) {
      node.start();
      String code = "{\"code\":\"" + INVENTED + "\"}";
      try (var raw = new RawClient(node.address().toString())) {
        raw.send(
            RawClient.head(
                    "POST /api/proxy/auth/validate-access",
                    "Content-Type: application/json",
                    "X-Request-Id: the-login",
                    "Content-Length: " + code.length())
                + code);
        raw.read().expect(401);
        String path = "/" + INVENTED.replace(" ", "%0A");
        raw.ask("GET " + path, "X-Request-Id: " + INVENTED).expect(404);
        raw.ask("MADE-UP /api/proxy/still-alive/status").expect(405);
      }
      node.terminate();
      assertEquals(0, node.end());
      return node.lines();
    }
  }
}
