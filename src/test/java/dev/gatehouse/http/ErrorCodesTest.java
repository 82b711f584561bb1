package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The codes and parameters of errors, as clients read them. */
class ErrorCodesTest {
  private static final String BOOK = "/api/proxy/calendar/create-event";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          GET,    /nowhere,                            path_not_found,       -
          PUT,    /audio,                              method_not_allowed,   -
          GET,    /audio?limit=0,                      parameter_invalid,    limit
          GET,    /audio?limit=x,                      parameter_invalid,    limit
          GET,    /audio/none.wav,                     audio_file_not_found, -
          DELETE, /api/proxy/bans/203.0.113.77,        ban_not_found,        -
          DELETE, /api/proxy/bans/nobody,              parameter_invalid,    address
          GET,    /%00,                                request_malformed,    -
          """)
  void namesPathsParametersAndRecords(String method, String path, String code, String param) {
    is(code, param, owner(method, path).send());
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      textBlock =
          """
          {"a":            | body_invalid_json | -
          []               | parameter_invalid | -
          {}               | parameter_missing | -
          {"what": 1}      | parameter_unknown | what
          {"eventData": 7}  | parameter_invalid | eventData
          {"eventData": {"title": 7}} | parameter_invalid | eventData.title
          """)
  void namesFaultsOfBodies(String body, String code, String param) {
    Client.Reply reply =
        owner("POST", BOOK).body("application/json", body.getBytes(StandardCharsets.UTF_8)).send();
    assertEquals(code, reply.json().getString("code"), reply.text());
    if (param != null) {
      assertEquals(param, reply.json().getString("param"), reply.text());
    }
  }

  @Test
  void returnsErrorCodesOfAreas() {
    is("parameter_invalid", "eventData.title", book(" ", "2035-01-01T10:00:00"));
    is("parameter_invalid", "startTime", book("Past", "2000-01-01T10:00:00"));
    assertEquals(2, book("First", "2035-01-01T10:00:00").status() / 100);
    is("slot_taken", "startTime", book("Second", "2035-01-01T10:00:00"));
  }

  @Test
  void returnsErrorCodesOfCredentials() {
    String path = "/api/proxy/bans";
    is("credential_required", null, request("GET", path).send());
    is("credential_invalid", null, request("GET", path).key("no-key-of-ours-0123").send());
    is(
        "authorization_unsupported",
        "Authorization",
        request("GET", path).header("Authorization", "Basic YTpi").send());
    String token = NODE.client().token(TestNode.CODE);
    is("token_required", null, owner("POST", "/api/proxy/auth/logout").send());
    assertEquals(200, request("POST", "/api/proxy/auth/logout").token(token).send().status());
    is("token_revoked", null, request("GET", path).token(token).send());
    String second = NODE.client().token(TestNode.CODE);
    JsonObject order = new JsonObject().put("name", "k").put("scopes", List.of("codes"));
    String key =
        request("POST", "/api/proxy/keys").token(second).json(order).send().json().getString("key");
    is("scope_missing", null, request("GET", path).key(key).send());
    NODE.clock.advance(Duration.ofHours(25));
    is("token_expired", null, request("GET", path).token(second).send());
    String visitor = NODE.client().token(code());
    is("role_not_allowed", null, request("GET", path).token(visitor).send());
    is(
        "ticket_invalid",
        null,
        request("GET", "/api/proxy/notifications/stream?ticket=wrong").send());
  }

  @Test
  void returnsErrorCodesForHeaderProblems() {
    is("not_acceptable", "Accept", owner("GET", "/audio").header("Accept", "text/weird").send());
    is(
        "media_type_unsupported",
        null,
        owner("POST", BOOK).body("text/weird", new byte[] {1}).send());
  }

  private static String code() {
    return owner("GET", "/api/proxy/daily-code/current").send().json().getString("code");
  }

  private static Client.Reply book(String title, String start) {
    JsonObject event = new JsonObject();
    event.put("title", title);
    event.put("startTime", start);
    event.put("endTime", start.replace("10:00", "11:00"));
    return owner("POST", BOOK).json(new JsonObject().put("eventData", event)).send();
  }

  private static Client.Request owner(String method, String path) {
    return request(method, path).key(TestNode.KEY);
  }

  private static Client.Request request(String method, String path) {
    return NODE.client().request(method, path).from(NODE.freshAddress());
  }

  private static void is(String code, String param, Client.Reply reply) {
    assertEquals(code, reply.json().getString("code"), reply.text());
    assertEquals(param, reply.json().getString("param"), reply.text());
  }
}
