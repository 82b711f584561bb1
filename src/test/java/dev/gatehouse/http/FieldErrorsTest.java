package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An invalid body gets the errors of all its fields at once. */
class FieldErrorsTest {
  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/proxy/redirects | {} | key is required, url is required",
        "/api/proxy/redirects | {\"key\":\"a\",\"url\":7,\"clicks\":-1} | url must be of type string,"
            + " clicks must be at least 0",
        "/api/proxy/redirects | {\"key\":\"a\"} | ''",
        "/api/proxy/redirects | {\"key\":\"a\",\"url\":\"https://a.example/\",\"x\":1} | ''",
        "/games/blockgame/operators | {\"operators\":[{\"name\":\"\",\"level\":9}]} |"
            + " operators[0].name must have at least 1 characters, operators[0].level must be at most"
            + " 4",
      })
  void namesAllFields(String path, String body, String errors) {
    JsonObject json = NODE.owner("POST", path).json(new JsonObject(body)).expect(400).json();
    if (errors.isEmpty()) {
      assertFalse(json.containsKey("errors"), json.encode());
      return;
    }
    List<JsonObject> all =
        json.getJsonArray("errors").stream().map(JsonObject.class::cast).toList();
    assertEquals(
        errors,
        all.stream().map(each -> each.getString("error")).collect(Collectors.joining(", ")));
    assertEquals(json.getString("error"), all.getFirst().getString("error"));
    assertEquals(json.getString("param"), all.getFirst().getString("param"));
    assertEquals(json.getString("code"), all.getFirst().getString("code"));
  }
}
