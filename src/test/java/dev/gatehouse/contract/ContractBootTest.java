package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An incomplete contract, or one that differs from the areas, prevents the node's start. The
 * message names the file, the operation and the missing part.
 */
class ContractBootTest {
  private static final String LIST =
      "{\"type\": \"array\", \"maxItems\": 9, \"items\": {\"type\": \"string\"}}";

  private final Contract contract = ContractFiles.load("X-Other-Key", "");

  private record Order(Integer count) {}

  /** Returns the small document with one more operation, which has no parameters. */
  private static Contract area() {
    JsonObject document = small();
    JsonObject get = item(document).getJsonObject("post").copy().put("operationId", "test.get");
    get.remove("requestBody");
    item(document).put("get", get);
    return new Contract(document, Map.of("/a/{id}", "paths/test.yaml"));
  }

  private static Map<String, Contract.Binding> handlers() {
    Map<String, Contract.Binding> handlers = new TreeMap<>();
    handlers.put("test.get", takes(Optional.empty()));
    handlers.put("test.post", takes(Optional.of(Order.class)));
    return handlers;
  }

  private static Contract.Binding takes(Optional<Class<?>> body) {
    return new Contract.Binding(body, Optional.empty());
  }

  /** A node skips the router library's validation at start, so this test runs it. */
  @Test
  void passesValidationOfRouterLibrary() {
    Vertx vertx = Vertx.vertx();
    try {
      OpenAPIContract read = OpenAPIContract.from(vertx, contract.forRouter()).await();
      assertEquals(
          contract.operations().stream().map(Operation::id).collect(Collectors.toSet()),
          read.operations().stream()
              .map(io.vertx.openapi.contract.Operation::getOperationId)
              .collect(Collectors.toSet()));
    } finally {
      vertx.close().await();
    }
  }

  @Test
  void acceptsHandlersThatMatchOperations() {
    assertDoesNotThrow(() -> area().mustMatch("test", handlers()));
  }

  @Test
  void namesOperationWithoutHandler() {
    var handlers = handlers();
    handlers.remove("test.get");
    assertEquals(
        "the contract and area test do not match:\n"
            + "  paths/test.yaml: test.get has no handler in area test",
        refusal(() -> area().mustMatch("test", handlers)));
  }

  @Test
  void namesHandlerWithoutOperation() {
    var handlers = handlers();
    handlers.put("test.hum", takes(Optional.empty()));
    assertEquals(
        "the contract and area test do not match:\n"
            + "  area test handles test.hum, which no file of contract/paths declares for it",
        refusal(() -> area().mustMatch("test", handlers)));
  }

  @Test
  void namesRecordOfOperationWithoutBody() {
    var handlers = handlers();
    handlers.put("test.get", takes(Optional.of(Order.class)));
    assertEquals(
        "the contract and area test do not match:\n"
            + "  paths/test.yaml: test.get is bound to the record Order but accepts no JSON",
        refusal(() -> area().mustMatch("test", handlers)));
  }

  /** Generated clients have one type per response. */
  @Test
  void declaresOneReplyTypeAndRequiredBarFields() {
    // Given by the specification: the response is a symbol's description, or a page if format=json.
    assertEquals(
        Set.of("trading.symbol"),
        contract.operations().stream()
            .filter(operation -> operation.output().json() instanceof ChoiceSchema)
            .map(Operation::id)
            .collect(Collectors.toSet()));
    JsonObject bar =
        contract
            .document()
            .getJsonObject("components")
            .getJsonObject("schemas")
            .getJsonObject("DataPoint");
    assertEquals(
        bar.getJsonObject("properties").fieldNames(),
        bar.getJsonArray("required").stream().collect(Collectors.toSet()));
  }

  @Test
  void namesOperationWithoutArea() {
    Set<String> areas =
        contract.operations().stream().map(Operation::area).collect(Collectors.toSet());
    assertDoesNotThrow(() -> contract.mustHaveAreas(areas));
    areas.remove("site");
    assertTrue(
        refusal(() -> contract.mustHaveAreas(areas))
            .matches("paths/\\w+\\.yaml: site\\.\\w+ belongs to no area: .*node/Modules.java.*"));
  }

  @Test
  void usesConfiguredKeyHeader() {
    assertEquals(
        "X-Other-Key",
        contract
            .document()
            .getJsonObject("components")
            .getJsonObject("securitySchemes")
            .getJsonObject("key")
            .getString("name"));
  }

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
            root -> item(root).put("put", item(root).getJsonObject("post").copy())),
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
                    .put("schema", new JsonObject().put("type", "string")))),
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
              it.put(
                  "properties", new JsonObject().put("a", new JsonObject().put("type", "boolean")));
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
    return document -> change.accept(item(document).getJsonObject("post"));
  }

  private static Consumer<JsonObject> schemas(Consumer<JsonObject> change) {
    return document -> change.accept(document.getJsonObject("components").getJsonObject("schemas"));
  }

  private static Consumer<JsonObject> count(Consumer<JsonObject> change) {
    return schemas(all ->
        change.accept(
            all.getJsonObject("Order").getJsonObject("properties").getJsonObject("count")));
  }

  private static JsonObject item(JsonObject document) {
    return document.getJsonObject("paths").getJsonObject("/a/{id}");
  }

  private static JsonObject small() {
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

  @Test
  void acceptsSmallDocumentWithoutFaults() {
    assertEquals(1, new Contract(small(), Map.of()).operations().size());
  }

  @ParameterizedTest
  @MethodSource("faults")
  void namesFileAndFault(String message, Consumer<JsonObject> change) {
    JsonObject document = small();
    change.accept(document);
    var files = Map.of("/a/{id}", "paths/test.yaml", "Order", "paths/test.yaml");
    String refusal = refusal(() -> new Contract(document, files));
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
    JsonObject document = small();
    textual(schema).accept(document);
    assertDoesNotThrow(() -> new Contract(document, Map.of()));
  }

  @Test
  void throwsForUndeclaredParameter() {
    Validation validation = new Contract(small(), Map.of()).operation("test.post").validation();
    MultiMap none = MultiMap.caseInsensitiveMultiMap();
    Map<String, Object> values = validation.parameters(Map.of("id", "a"), none, none);
    assertEquals("a", values.get("id"));
    assertThrows(IllegalArgumentException.class, () -> values.get("identity"));
  }

  @Test
  void listsAllFaults() {
    JsonObject document = small();
    JsonObject get = item(document).getJsonObject("post").copy().put("operationId", "test.get");
    item(document).put("get", get);
    get.remove("description");
    item(document).getJsonObject("post").remove("summary");
    String refusal = refusal(() -> new Contract(document, Map.of("/a/{id}", "paths/test.yaml")));
    assertTrue(refusal.contains("paths/test.yaml: test.get needs a description"), refusal);
    assertTrue(refusal.contains("paths/test.yaml: test.post needs a summary"), refusal);
  }

  private static String refusal(Runnable start) {
    return assertThrows(ContractException.class, start::run).getMessage();
  }
}
