package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
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
          GET,    /audio/none.wav,                     audio_file_not_found, -
          DELETE, /api/proxy/bans/203.0.113.77,        ban_not_found,        -
          DELETE, /api/proxy/bans/nobody,              parameter_invalid,    address
          GET,    /%00,                                request_malformed,    -
          """)
  void namesPathsParametersAndRecords(String method, String path, String code, String param) {
    is(code, param, owner(method, path).send());
  }

  @Test
  void returnsErrorCodesOfAreas() {
    is("parameter_invalid", "startTime", book("Past", "2000-01-01T10:00:00"));
    assertEquals(2, book("First", "2035-01-01T10:00:00").status() / 100);
    is("slot_taken", "startTime", book("Second", "2035-01-01T10:00:00"));
  }

  @Test
  void returnsErrorCodesOfCredentials() {
    is("token_required", null, owner("POST", "/api/proxy/auth/logout").send());
    is(
        "ticket_invalid",
        null,
        request("GET", "/api/proxy/notifications/stream?ticket=wrong").send());
  }

  private static Client.Reply book(String title, String start) {
    JsonObject event = new JsonObject();
    event.put("title", title);
    event.put("startTime", start);
    event.put("endTime", start.replace("10:00", "11:00"));
    return owner("POST", BOOK).json(JsonObject.of("eventData", event)).send();
  }

  private static Client.Request owner(String method, String path) {
    return request(method, path).key(TestNode.KEY);
  }

  private static Client.Request request(String method, String path) {
    return NODE.request(method, path).from(NODE.freshAddress());
  }

  private static void is(String code, String param, Client.Reply reply) {
    assertEquals(code, reply.code(), reply.text());
    assertEquals(param, reply.json().getString("param"), reply.text());
  }
}
