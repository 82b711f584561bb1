package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A contract that says too little, or not what the areas do, keeps the node from starting. */
class ContractBootTest {
  private final Contract contract = ContractFiles.load("X-Other-Key");

  private static Set<String> handlers(Contract contract, String area) {
    return contract.operations().stream()
        .filter(operation -> operation.area().equals(area))
        .map(Operation::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theHandlersOfAnAreaMatchItsOperations() {
    assertDoesNotThrow(() -> contract.mustMatch("media", handlers(contract, "media")));
  }

  @Test
  void anOperationWithoutAHandlerIsNamed() {
    Set<String> handlers = handlers(contract, "media");
    handlers.remove("media.getAudio");
    assertEquals(
        "the contract and area media do not match: operation media.getAudio has no handler",
        refusal(() -> contract.mustMatch("media", handlers)));
  }

  @Test
  void aHandlerWithoutAnOperationIsNamed() {
    Set<String> handlers = handlers(contract, "media");
    handlers.add("media.hum");
    assertEquals(
        "the contract and area media do not match: handler media.hum has no operation in the"
            + " contract",
        refusal(() -> contract.mustMatch("media", handlers)));
  }

  @Test
  void anOperationOfNoAreaIsNamed() {
    Set<String> areas =
        contract.operations().stream().map(Operation::area).collect(Collectors.toSet());
    assertDoesNotThrow(() -> contract.mustHaveAreas(areas));
    areas.remove("site");
    assertTrue(
        refusal(() -> contract.mustHaveAreas(areas)).matches("operation site\\.\\w+ has no area"));
  }

  @Test
  void theKeysHeaderIsTheOneOfTheSettings() {
    assertEquals(
        "X-Other-Key",
        contract
            .document()
            .getJsonObject("components")
            .getJsonObject("securitySchemes")
            .getJsonObject("key")
            .getString("name"));
  }

  /** What is done to a document of one operation, and the words that refuse it. */
  static Stream<Arguments> faults() {
    return Stream.of(
        fault("test.get is open without saying so", document -> document.remove("security")),
        fault("test.get: unknown scheme", security("[{\"basic\":[]}]")),
        fault("test.get: unknown scheme or role", security("[{\"token\":[\"king\"]}]")),
        fault(
            "test.get: a requirement names exactly one scheme",
            security("[{\"token\":[],\"key\":[]}]")),
        fault("test.get: a requirement names exactly one scheme", security("[{}]")),
        fault("GET /a needs an operationId", document -> get(document).remove("operationId")),
        fault("GET /a needs an operationId", document -> get(document).put("operationId", "get")),
        fault(
            "two operations are called test.get",
            document ->
                document
                    .getJsonObject("paths")
                    .getJsonObject("/a")
                    .put("post", get(document).copy())),
        fault(
            "test.get: unknown x-body",
            document -> get(document).put("requestBody", new JsonObject()).put("x-body", "fax")));
  }

  private static Arguments fault(String message, Consumer<JsonObject> change) {
    return Arguments.of(message, change);
  }

  private static Consumer<JsonObject> security(String json) {
    return document -> get(document).put("security", new JsonArray(json));
  }

  private static JsonObject get(JsonObject document) {
    return document.getJsonObject("paths").getJsonObject("/a").getJsonObject("get");
  }

  private static JsonObject small() {
    return new JsonObject(
        """
        {"openapi": "3.1.0", "security": [{"token": ["operator"]}],
         "paths": {"/a": {"get": {"operationId": "test.get",
                                  "responses": {"204": {"description": "nothing"}}}}},
         "components": {"schemas": {}}}
        """);
  }

  @Test
  void theSmallDocumentIsRightWithoutAFault() {
    assertEquals(1, new Contract(small()).operations().size());
  }

  @ParameterizedTest
  @MethodSource("faults")
  void whatAnOperationLacksIsNamed(String message, Consumer<JsonObject> change) {
    JsonObject document = small();
    change.accept(document);
    String refusal = refusal(() -> new Contract(document));
    assertTrue(refusal.contains(message), refusal);
  }

  private static String refusal(Runnable start) {
    return assertThrows(IllegalStateException.class, start::run).getMessage();
  }
}
