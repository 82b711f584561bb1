package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.json.JsonObject;

/** Document with one operation. */
final class SmallContract {
  private SmallContract() {}

  static JsonObject item(JsonObject document) {
    return document.getJsonObject("paths").getJsonObject("/a/{id}");
  }

  static JsonObject small() {
    return new JsonObject(
        """
        {"openapi": "3.1.0", "security": [{"token": []}, {"key": []}],
         "paths": {"/a/{id}": {"post": {
           "operationId": "test.post", "summary": "Test", "description": "A test.",
           "x-scopes": ["tests"],
           "parameters": [{"name": "id", "in": "path", "required": true,
                           "schema": {"type": "string", "maxLength": 9}}],
           "requestBody": {"content": {"application/json": {
             "schema": {"$ref": "#/components/schemas/Order"}}}},
           "responses": {"204": {"description": "nothing"}}}}},
         "components": {"schemas": {"Order": {
           "type": "object", "additionalProperties": false,
           "properties": {"count": {"type": "integer", "minimum": 0, "maximum": 9}}}}}}
        """);
  }

  static String refusal(Runnable start) {
    return assertThrows(ContractException.class, start::run).getMessage();
  }
}
