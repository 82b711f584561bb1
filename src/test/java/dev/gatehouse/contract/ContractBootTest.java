package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import org.junit.jupiter.api.Test;

/**
 * An incomplete contract, or one that differs from the areas, prevents the node's start. The
 * message names the file, the operation and the missing part.
 */
class ContractBootTest {
  private final Contract contract = ContractFiles.load("X-Other-Key", "");

  private record Order(Integer count) {}

  /** Returns the small document with one more operation, which has no parameters. */
  private static Contract area() {
    return area(new JsonObject());
  }

  private static Contract area(JsonObject declarations) {
    JsonObject document = SmallContract.small();
    JsonObject get =
        SmallContract.item(document).getJsonObject("post").copy().put("operationId", "test.get");
    get.remove("requestBody");
    SmallContract.item(document).put("get", get.mergeIn(declarations));
    return new Contract(document, Map.of("/a/{id}", "paths/test.yaml"));
  }

  private static Map<String, Contract.Binding> handlers() {
    Map<String, Contract.Binding> handlers = new TreeMap<>();
    handlers.put("test.get", takes(Optional.empty()));
    handlers.put("test.post", takes(Optional.of(Order.class)));
    return handlers;
  }

  private static Contract.Binding takes(Optional<Class<?>> body) {
    return new Contract.Binding(body, Optional.empty(), false);
  }

  private static void assertMismatch(
      String fault, Contract contract, Map<String, Contract.Binding> handlers) {
    assertEquals(
        "the contract and area test do not match:\n  " + fault,
        SmallContract.refusal(() -> contract.mustMatch("test", handlers)));
  }

  /** A node skips the router library's validation at start, so this test runs it. */
  @Test
  void passesValidationOfRouterLibrary() {
    Vertx vertx = Vertx.vertx();
    try {
      OpenAPIContract read =
          OpenAPIContract.from(vertx, contract.forRouter(contract.operations())).await();
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
    assertMismatch("paths/test.yaml: test.get has no handler in area test", area(), handlers);
  }

  @Test
  void namesHandlerWithoutOperation() {
    var handlers = handlers();
    handlers.put("test.hum", takes(Optional.empty()));
    assertMismatch(
        "area test handles test.hum, which no file of contract/paths declares for it",
        area(),
        handlers);
  }

  /** A wrong declaration would block an event loop. */
  @Test
  void namesInlineOperationWhoseHandlerMayBlock() {
    Contract inline = area(JsonObject.of("x-inline", true));
    var handlers = handlers();
    assertMismatch(
        "paths/test.yaml: test.get is x-inline, but its handler may block", inline, handlers);
    handlers.put("test.get", new Contract.Binding(Optional.empty(), Optional.empty(), true));
    inline.mustMatch("test", handlers);
    assertMismatch(
        "paths/test.yaml: test.get answers on the event loop, but is not x-inline",
        area(),
        handlers);
  }

  @Test
  void namesRecordOfOperationWithoutBody() {
    var handlers = handlers();
    handlers.put("test.get", takes(Optional.of(Order.class)));
    assertMismatch(
        "paths/test.yaml: test.get is bound to the record Order but accepts no JSON",
        area(),
        handlers);
  }

  /** Generated clients have one type per response. */
  @Test
  void declaresOneReplyTypeAndRequiredBarFields() {
    // Given by the specification: the response is a symbol's description, or a page if format=json.
    assertEquals(
        Set.of("trading.symbol"),
        contract.operations().stream()
            .filter(operation -> operation.reply() instanceof ChoiceSchema)
            .map(Operation::id)
            .collect(Collectors.toSet()));
    JsonObject bar = Samples.at(contract.document(), "/components/schemas/DataPoint");
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
        SmallContract.refusal(() -> contract.mustHaveAreas(areas))
            .matches("paths/\\w+\\.yaml: site\\.\\w+ belongs to no area: .*node/Modules.java.*"));
  }

  @Test
  void usesConfiguredKeyHeader() {
    assertEquals(
        "X-Other-Key", Samples.at(contract.document(), "/components/securitySchemes/key/name"));
  }

  @Test
  void throwsForUndeclaredParameter() {
    Validation validation =
        new Contract(SmallContract.small(), Map.of()).operation("test.post").validation();
    MultiMap none = MultiMap.caseInsensitiveMultiMap();
    Map<String, Object> values = validation.parameters(Map.of("id", "a"), none, none);
    assertEquals("a", values.get("id"));
    assertThrows(IllegalArgumentException.class, () -> values.get("identity"));
  }
}
