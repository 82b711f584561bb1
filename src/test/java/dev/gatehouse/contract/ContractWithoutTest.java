package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** Contracts without the operations, tags and schemas of some areas. */
class ContractWithoutTest {
  private static JsonObject operation(String id, String schema) {
    return new JsonObject(
        """
        {"operationId": "%s", "summary": "Test", "description": "A test.", "tags": ["%s"],
         "parameters": [{"$ref": "#/components/parameters/id"}],
         "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/%s"}}}},
         "responses": {"204": {"description": "nothing"}}}
        """
            .formatted(id, id.substring(0, id.indexOf('.')), schema));
  }

  private static Contract contract() {
    JsonObject document =
        new JsonObject(
            """
            {"openapi": "3.1.0", "security": [{"token": []}],
             "tags": [{"name": "shop"}, {"name": "games"}],
             "components": {
               "parameters": {"id": {"name": "id", "in": "path", "required": true,
                                     "schema": {"$ref": "#/components/schemas/Id"}}},
               "schemas": {
                 "Id": {"type": "string", "maxLength": 9},
                 "Order": {"type": "object", "additionalProperties": false,
                           "properties": {"size": {"$ref": "#/components/schemas/Size"}}},
                 "Size": {"type": "string", "maxLength": 9},
                 "World": {"type": "object", "additionalProperties": false,
                           "properties": {"size": {"$ref": "#/components/schemas/Size"},
                                          "players": {"type": "array", "maxItems": 9,
                                                      "items": {"$ref": "#/components/schemas/Player"}}}},
                 "Player": {"type": "string", "maxLength": 9}}}}
            """);
    JsonObject shared =
        JsonObject.of(
            "summary", "Both",
            "post", operation("shop.post", "Order"),
            "put", operation("games.put", "World"));
    document.put(
        "paths",
        JsonObject.of(
            "/a/{id}", shared, "/b/{id}", JsonObject.of("post", operation("games.post", "World"))));
    return new Contract(document, Map.of());
  }

  @Test
  void removesWhatOnlyTheAreasUse() {
    JsonObject part = contract().without(Set.of("games")).document();
    assertEquals(Set.of("/a/{id}"), part.getJsonObject("paths").fieldNames());
    JsonObject item = part.getJsonObject("paths").getJsonObject("/a/{id}");
    assertEquals(Set.of("summary", "post"), item.fieldNames());
    assertEquals(
        Set.of("Id", "Order", "Size"),
        part.getJsonObject("components").getJsonObject("schemas").fieldNames());
    assertEquals(JsonArray.of(JsonObject.of("name", "shop")), part.getJsonArray("tags"));
    assertNull(contract().without(Set.of("games")).operation("games.put"));
  }

  @Test
  void keepsOtherPathsAndItself() {
    Contract contract = contract();
    JsonObject part = contract.without(Set.of("shop")).document();
    assertEquals(Set.of("/a/{id}", "/b/{id}"), part.getJsonObject("paths").fieldNames());
    assertEquals(
        Set.of("Id", "World", "Size", "Player"),
        part.getJsonObject("components").getJsonObject("schemas").fieldNames());
    assertSame(contract, contract.without(Set.of()));
    assertEquals(Set.of("shop", "games"), contract.areas());
  }

  /** Paths such as {@code /a/{id}.json}, whose segments are longer than their parameters. */
  @Test
  void removesTextsBesideParameters() {
    JsonObject document = SmallContract.small();
    JsonObject paths = document.getJsonObject("paths");
    paths.put("/a/x-{id}.json", paths.remove("/a/{id}"));
    var contract = new Contract(document, Map.of());
    Operation operation = contract.operation("test.post");
    Map<String, String> values = new HashMap<>(Map.of("id", "x-7.json", "other", "x-8.json"));
    contract.trimParameters(operation, values);
    assertEquals(Map.of("id", "7", "other", "x-8.json"), values);
  }

  @Test
  void allowsSlashesInPathsByPatternOnly() {
    JsonObject document = SmallContract.small();
    Map<String, String> path = Map.of("id", "a/b");
    Validation plain = new Contract(document, Map.of()).operation("test.post").validation();
    var none = MultiMap.caseInsensitiveMultiMap();
    assertEquals(
        "id must not contain a slash",
        assertThrows(ValidationException.class, () -> plain.parameters(path, none, none))
            .getMessage());
    JsonObject id = Samples.at(SmallContract.item(document), "/post/parameters/0/schema");
    id.put("pattern", "^[a-z/]+$");
    Validation patterned = new Contract(document, Map.of()).operation("test.post").validation();
    assertEquals("a/b", patterned.parameters(path, none, none).get("id"));
  }
}
