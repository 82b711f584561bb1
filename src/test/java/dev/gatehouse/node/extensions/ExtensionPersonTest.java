package dev.gatehouse.node.extensions;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An extension whose records are about persons. Some are deleted with a person. */
@Tag("slow")
class ExtensionPersonTest {
  private static final Path FOLDER = TestNode.folder("fans");
  private static final String CODE =
      """
      package fans;
      import dev.gatehouse.area.extension.*;
      public final class Fans implements Extension {
        record FansNew(String email, String wish) {}
        record Wish(String id, String email, String wish) {}
        record Prize(String id, String winner) {}
        public void setUp(ExtensionContext node) {
          RecordStore<Wish> wishes = node.records("wishes", Wish.class);
          RecordStore<Prize> prizes = node.records("prizes", Prize.class);
          node.deletesWithPerson("wishes");
          node.operation("fans.add", FansNew.class, FansNew.class,
              (request, body) -> {
                wishes.insert(new Wish(node.newId(), body.email(), body.wish()));
                prizes.insert(new Prize(node.newId(), body.email()));
                return ApiResponse.ok(body);
              });
        }
      }
      """;
  private static final String DESCRIPTION =
      """
      api: 1
      name: fans
      description: Fans
      components:
        schemas:
          FansNew:
            type: object
            required: [email, wish]
            properties:
              email: {type: string, maxLength: 200}
              wish: {type: string, maxLength: 200}
            additionalProperties: false
      paths:
        /fans:
          post:
            operationId: fans.add
            summary: Add
            description: Adds a fan.
            security: []
            requestBody:
              required: true
              content: {application/json: {schema: {$ref: '#/components/schemas/FansNew'}}}
            responses:
              '200':
                description: The fan
                content: {application/json: {schema: {$ref: '#/components/schemas/FansNew'}}}
      """;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with(
              "EXTENSIONS_FOLDER", ExtensionJars.extension(FOLDER, "fans.Fans", CODE, DESCRIPTION));

  private static JsonObject post(String path, JsonObject body) {
    return NODE.owner("POST", path).json(body).expect(200).json();
  }

  @Test
  void takesPartInCopyAndErasure() {
    for (String name : List.of("eve", "bob")) {
      post("/fans", JsonObject.of("email", name + "@example.org", "wish", "A wish of " + name));
    }
    JsonObject eve = JsonObject.of("email", "eve@example.org");
    String found = post("/api/proxy/people/search", eve).encode();
    assertTrue(found.contains("A wish of eve") && !found.contains("bob"), found);
    JsonObject done = post("/api/proxy/people/erasure", eve);
    assertEquals(1, done.getInteger("deleted"), done::encode);
    JsonObject kept = done.getJsonArray("kept").getJsonObject(0);
    assertEquals("extension_fans_prizes", kept.getString("collection"));
    assertTrue(kept.getString("reason").contains("extension does not declare"), kept::encode);
    assertFalse(post("/api/proxy/people/search", eve).encode().contains("A wish"));
    JsonObject bob = JsonObject.of("email", "bob@example.org");
    assertEquals(2, post("/api/proxy/people/search", bob).getJsonArray("documents").size());
  }
}
