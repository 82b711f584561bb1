package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of a document, each with the name of its file. */
class ContractFaultsTest {

  private static final String LIST =
      "{\"type\": \"array\", \"maxItems\": 9, \"items\": {\"type\": \"string\"}}";

  /** Changes of a document with one operation, and the resulting error messages. */
  static Stream<Arguments> faults() {
    return Stream.of(
        fault("is open but does not declare it: add security: []", root -> root.remove("security")),
        fault("requires an unknown scheme: basic", security("[{\"basic\":[]}]")),
        fault(
            "names roles or scopes in security: move them to x-roles and x-scopes",
            security("[{\"token\":[\"operator\"]}]")),
        fault(
            "has a requirement that does not name exactly one scheme",
            security("[{\"token\":[],\"key\":[]}]")),
        fault("has a requirement that does not name exactly one scheme", security("[{}]")),
        fault(
            "has an unknown role in x-roles",
            operation(it -> it.put("x-roles", new JsonArray("[\"king\"]")))),
        fault("accepts keys but names no x-scopes", operation(it -> it.remove("x-scopes"))),
        fault(
            "accepts keys but names no x-scopes",
            operation(it -> it.put("x-scopes", new JsonArray()))),
        fault("has x-scopes but does not accept this credential", security("[{\"token\":[]}]")),
        fault("needs an operationId area.name", operation(it -> it.remove("operationId"))),
        fault("needs an operationId area.name", operation(it -> it.put("operationId", "get"))),
        fault("needs a summary", operation(it -> it.remove("summary"))),
        fault("needs a description", operation(it -> it.remove("description"))),
        fault("has an unknown key x-limits", operation(it -> it.put("x-limits", "none"))),
        fault("has no success response", operation(it -> it.remove("responses"))),
        fault("has an unknown x-body fax", operation(it -> it.put("x-body", "fax"))),
        fault(
            "has the templates [id] but declares the path parameters []",
            operation(it -> it.remove("parameters"))),
        fault(
            "is also the operationId of another operation",
            root ->
                SmallContract.item(root)
                    .put("put", SmallContract.item(root).getJsonObject("post").copy())),
        fault("there is no schema Order", schemas(all -> all.remove("Order"))),
        fault(
            "Order.count is an integer without a minimum and a maximum",
            count(it -> it.remove("maximum"))),
        text("body.count is a text without a maxLength", "{}"),
        text("body.count is a text without a maxLength", "{\"pattern\": \"^[a-z]+$\"}"),
        text("body.count is a text without a maxLength", "{\"pattern\": \"[a-z]{3}$\"}"),
        text("body.count is a text without a maxLength", "{\"pattern\": \"^(a|b$|c{2,})$\"}"),
        text("body.count[] is a text without a maxLength", LIST),
        fault(
            "parameter id is a text without a maxLength",
            operation(it ->
                it.getJsonArray("parameters")
                    .getJsonObject(0)
                    .put("schema", JsonObject.of("type", "string")))),
        fault("Order.count has an unknown keyword max", count(it -> it.put("max", 3))),
        fault("Order.count needs a type", count(it -> it.remove("type"))),
        fault("the default of Order.count must be at most 9", count(it -> it.put("default", 10))),
        fault(
            "Order.count is required and has a default",
            schemas(all -> {
              JsonObject order =
                  all.getJsonObject("Order").put("required", new JsonArray("[\"count\"]"));
              order.getJsonObject("properties").getJsonObject("count").put("default", 1);
            })),
        fault(
            "Order requires a property that it does not declare",
            schemas(all -> all.getJsonObject("Order").put("required", new JsonArray("[\"hat\"]")))),
        fault(
            "Order is an object without additionalProperties",
            schemas(all -> all.getJsonObject("Order").remove("additionalProperties"))),
        fault(
            "Order.count is an object without a name: put it into components/schemas",
            count(it -> {
              it.clear();
              it.put("type", "object").put("additionalProperties", false);
              it.put("properties", JsonObject.of("a", JsonObject.of("type", "boolean")));
            })),
        fault(
            "Order contains itself",
            count(it -> {
              it.clear();
              it.put("$ref", "#/components/schemas/Order");
            })));
  }

  /** Returns a fault with a text instead of the number. */
  private static Arguments text(String message, String schema) {
    return fault(message, textual(schema));
  }

  private static Consumer<JsonObject> textual(String schema) {
    return count(it -> {
      it.clear();
      it.put("type", "string").mergeIn(new JsonObject(schema));
    });
  }

  private static Arguments fault(String message, Consumer<JsonObject> change) {
    return Arguments.of(message, change);
  }

  private static Consumer<JsonObject> security(String json) {
    return operation(it -> it.put("security", new JsonArray(json)));
  }

  private static Consumer<JsonObject> operation(Consumer<JsonObject> change) {
    return document -> change.accept(SmallContract.item(document).getJsonObject("post"));
  }

  private static Consumer<JsonObject> schemas(Consumer<JsonObject> change) {
    return document -> change.accept(document.getJsonObject("components").getJsonObject("schemas"));
  }

  private static Consumer<JsonObject> count(Consumer<JsonObject> change) {
    return schemas(all ->
        change.accept(
            all.getJsonObject("Order").getJsonObject("properties").getJsonObject("count")));
  }

  @Test
  void acceptsSmallDocumentWithoutFaults() {
    assertEquals(1, new Contract(SmallContract.small(), Map.of()).operations().size());
  }

  @ParameterizedTest
  @MethodSource("faults")
  void namesFileAndFault(String message, Consumer<JsonObject> change) {
    JsonObject document = SmallContract.small();
    change.accept(document);
    var files = Map.of("/a/{id}", "paths/test.yaml", "Order", "paths/test.yaml");
    String refusal = SmallContract.refusal(() -> new Contract(document, files));
    assertTrue(refusal.contains(message), refusal);
    assertTrue(refusal.contains("paths/test.yaml: "), refusal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"maxLength\": 9}",
        "{\"enum\": [\"a\", \"b\"]}",
        "{\"format\": \"date\"}",
        "{\"pattern\": \"^[*+a-z]{1,9}(\\\\+[^\\\\]]{2})?$\"}",
        "{\"pattern\": \"^a{24}(?![\\\\s\\\\S])\"}",
      })
  void aTextIsBoundedByAnyOfThese(String schema) {
    JsonObject document = SmallContract.small();
    textual(schema).accept(document);
    assertDoesNotThrow(() -> new Contract(document, Map.of()));
  }

  @Test
  void listsAllFaults() {
    JsonObject document = SmallContract.small();
    JsonObject get =
        SmallContract.item(document).getJsonObject("post").copy().put("operationId", "test.get");
    SmallContract.item(document).put("get", get);
    get.remove("description");
    SmallContract.item(document).getJsonObject("post").remove("summary");
    String refusal =
        SmallContract.refusal(() -> new Contract(document, Map.of("/a/{id}", "paths/test.yaml")));
    assertTrue(refusal.contains("paths/test.yaml: test.get needs a description"), refusal);
    assertTrue(refusal.contains("paths/test.yaml: test.post needs a summary"), refusal);
  }
}
