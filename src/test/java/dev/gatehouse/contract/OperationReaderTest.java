package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import dev.gatehouse.contract.Operation.Body;
import dev.gatehouse.contract.Operation.Limit;
import dev.gatehouse.contract.Operation.Requirement;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations that are read from the contract, with their declarations and defaults. */
class OperationReaderTest {
  private static final String BODY =
      "'requestBody':{'content':{'application/json':{'schema':{'type':'boolean'}}}},";

  private static final String SCHEMAS =
      "{'schemas':{'Flag':{'type':'boolean'},'Form':{'type':'object','additionalProperties':false,"
          + "'properties':{'file':{'type':'string','format':'binary'},"
          + "'title':{'type':'string','maxLength':3,'default':'x'}}}}}";

  /** Returns the contract of one operation. */
  private static Contract contract(String method, String declarations) {
    String operation =
        "{'operationId':'test.one','summary':'a','description':'b',"
            + declarations
            + (declarations.contains("'responses'") ? "}" : "'responses':{'204':{}}}");
    return contract("/a", JsonObject.of(method, json(operation)), "[{'token':[]}]");
  }

  private static Contract contract(String path, JsonObject item, String security) {
    return new Contract(
        JsonObject.of("openapi", "3.1.0", "info", JsonObject.of("version", "7"))
            .put("security", new JsonArray(security.replace('\'', '"')))
            .put("paths", JsonObject.of(path, item))
            .put("components", json(SCHEMAS)),
        Map.of());
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private static Operation operation(String method, String declarations) {
    return contract(method, declarations).operation("test.one");
  }

  private static String fault(String method, String declarations) {
    return SmallContract.refusal(() -> operation(method, declarations));
  }

  @Test
  void appliesDefaults() {
    Operation operation = operation("post", "");
    assertEquals("test", operation.area());
    assertEquals(Set.of("test"), contract("post", "").areas());
    assertEquals(HttpMethod.POST, operation.method());
    assertEquals("/a", operation.path());
    assertEquals(List.of(new Requirement("token", Set.of("operator"))), operation.requirements());
    assertFalse(operation.isPublic());
    assertEquals(Optional.empty(), operation.limit());
    assertFalse(operation.unlimited());
    assertFalse(operation.limitedByArea());
    assertFalse(operation.sameOrigin());
    assertFalse(operation.idempotent());
    assertFalse(operation.repeatable());
    assertEquals(Body.NONE, operation.body());
    assertEquals(65_536, operation.maxBody());
    assertEquals("", operation.intake());
    assertEquals("", operation.stream());
    assertFalse(operation.inline());
    assertEquals(Duration.ofSeconds(10), operation.timeout());
    assertEquals("private, no-store", operation.cacheControl());
    assertEquals(List.of(), operation.produces());
    assertNull(operation.reply());
    assertFalse(operation.validation().bodyRequired());
    Operation open = operation("get", "'security':[],");
    assertTrue(open.isPublic());
    assertTrue(open.repeatable());
    assertEquals("no-store", open.cacheControl());
  }

  @Test
  void readsDeclarations() {
    Operation operation =
        operation(
            "post",
            "'x-idempotent':true,'x-repeatable':true,'x-same-origin':true,'x-max-body':9,'x-step-up':true,'x-closable':'hire',"
                + "'x-upload-check':'audio','x-stream':'changed','x-timeout':50,"
                + "'x-cache':'public','x-limit':'none',");
    assertTrue(operation.idempotent());
    assertTrue(operation.repeatable());
    assertTrue(operation.sameOrigin());
    assertTrue(operation.stepUp());
    assertEquals("hire", operation.closable());
    assertEquals(9, operation.maxBody());
    assertEquals("audio", operation.intake());
    assertEquals("changed", operation.stream());
    assertEquals(Duration.ofMillis(50), operation.timeout());
    assertEquals("public", operation.cacheControl());
    assertTrue(operation.unlimited());
    assertFalse(operation.limitedByArea());
    assertTrue(operation("get", "'x-inline':true,").inline());
    assertTrue(operation("get", "'x-limit':'area',").limitedByArea());
    assertTrue(operation("put", "").repeatable());
    assertTrue(operation("delete", "").repeatable());
    assertFalse(operation("patch", "").repeatable());
  }

  @Test
  void readsLimits() {
    assertEquals(
        Optional.of(new Limit("hire", 3, Duration.ofHours(1), true)),
        operation("post", "'x-limit':{'name':'hire','limit':3,'window':3600,'exempt':'operator'},")
            .limit());
    assertEquals(
        Optional.of(new Limit("hire", 3, Duration.ofSeconds(1), false)),
        operation("post", "'x-limit':{'name':'hire','limit':3,'window':1},").limit());
    assertTrue(fault("post", "'x-limit':'some',").contains("has an unknown x-limit some"));
  }

  @ParameterizedTest
  @CsvSource({
    "json, JSON",
    "multipart, MULTIPART",
    "stream, STREAM",
    "json or multipart, JSON_OR_MULTIPART",
    "raw, RAW",
  })
  void readsKindsOfBodies(String kind, Body body) {
    Operation operation = operation("post", BODY + "'x-body':'" + kind + "',");
    assertEquals(body, operation.body());
    assertEquals(body == Body.RAW, operation.validation().json() == null);
  }

  @ParameterizedTest
  @ValueSource(strings = {BODY, "'x-stream':'changed',"})
  void answersOnlyReadsInline(String declarations) {
    assertTrue(fault("get", "'x-inline':true," + declarations).contains("is x-inline"));
    operation("get", declarations);
  }

  @Test
  void readsCredentials() {
    assertEquals(
        List.of(new Requirement("key", Set.of("a", "b"))),
        operation("get", "'security':[{'key':[]}],'x-scopes':['a','b'],").requirements());
    assertEquals(
        List.of(new Requirement("key", Set.of())),
        operation("get", "'security':[{'key':[]}],'x-scopes':['any'],").requirements());
    assertEquals(
        List.of(new Requirement("token", Set.of()), new Requirement("ticket", Set.of())),
        operation(
                "get", "'security':[{'token':[]},{'ticket':[]}],'x-roles':['visitor','operator'],")
            .requirements());
    assertTrue(fault("get", "'x-roles':[],").contains("has an unknown role in x-roles"));
    assertTrue(
        fault("get", "'security':[{'ticket':[]}],'x-roles':['visitor'],")
            .contains("has x-roles but does not accept this credential"));
    assertEquals(
        Set.of("a"), contract("get", "'security':[{'key':[]}],'x-scopes':['a'],").scopes());
    assertEquals(Set.of(), contract("get", "'x-roles':['visitor'],").scopes());
  }

  @Test
  void readsReplies() {
    Operation operation =
        operation(
            "get",
            "'responses':{'200':{'content':{'application/json':{'schema':{'type':'boolean'}},"
                + "'text/csv':{}}},'206':{'content':{'text/csv':{}}},"
                + "'404':{'content':{'application/json':{'schema':{'type':'boolean'}},"
                + "'text/html':{}}}}");
    assertEquals(List.of("application/json", "text/csv"), operation.produces());
    assertInstanceOf(Schema.Flag.class, operation.reply());
    Operation redirect =
        operation(
            "get",
            "'responses':{'302':{},'404':{'content':"
                + "{'application/json':{'schema':{'type':'boolean'}}}}}");
    assertNull(redirect.reply());
    assertTrue(fault("get", "'responses':{'404':{}}").contains("has no success response"));
    assertTrue(
        fault("get", "'responses':{'204':{},'404':{'content':{'application/json':{'schema':{}}}}}")
            .contains("reply 404 needs a type"));
  }

  @Test
  void readsParametersOfPathAndOperation() {
    JsonObject item =
        json(
            "{'parameters':[{'name':'id','in':'path','required':true,'schema':"
                + "{'type':'integer','minimum':1,'maximum':9}}],"
                + "'get':{'operationId':'test.get','summary':'a','description':'b',"
                + "'parameters':[{'name':'q','in':'query','schema':{'type':'string','maxLength':3,"
                + "'default':'abc'}},{'name':'X-H','in':'header','schema':{'type':'boolean'}}],"
                + "'responses':{'204':{}}}}");
    Contract contract = contract("/a/{id}.txt", item, "[{'token':[]}]");
    Operation get = contract.operation("test.get");
    MultiMap none = MultiMap.caseInsensitiveMultiMap();
    Map<String, Object> values = get.validation().parameters(Map.of("id", "7"), none, none);
    assertEquals(7L, values.get("id"));
    assertEquals("abc", values.get("q"));
    assertNull(values.get("X-H"));
    MultiMap query = MultiMap.caseInsensitiveMultiMap().add("q", "xy");
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("x-h", "true");
    Map<String, Object> given = get.validation().parameters(Map.of("id", "7"), query, headers);
    assertEquals("xy", given.get("q"));
    assertEquals(true, given.get("X-H"));
    assertThrows(
        ValidationException.class,
        () -> get.validation().parameters(Map.of("id", "0"), none, none));
    assertEquals(Set.of("GET", "HEAD"), contract.methodsAt("/a/x.txt"));
    assertEquals(Set.of(), contract.methodsAt("/a/x.wav"));
    assertFalse(contract.isLiteral("/a/{id}.txt"));
    assertTrue(contract.matches(get, "/a/x.txt"));
    assertFalse(contract.matches(get, "/a/x"));
    assertEquals(
        Set.of("/a/{id}"),
        contract.forRouter(contract.operations()).getJsonObject("paths").fieldNames());
    assertEquals("7", contract.version());
  }

  @Test
  void findsMethodsOfLiteralPaths() {
    Contract contract = contract("post", "");
    assertEquals(Set.of("POST"), contract.methodsAt("/a"));
    assertTrue(contract.isLiteral("/a"));
    assertEquals(Set.of(), contract.methodsAt("/b"));
    assertTrue(contract.matches(contract.operation("test.one"), "/a"));
    JsonObject routed = contract.forRouter(contract.operations());
    assertEquals("3.1.0", routed.getString("openapi"));
    assertEquals("test.one", Samples.at(routed, "/paths/~1a/post/operationId"));
  }

  @Test
  void separatesFilesFromTextsOfForms() {
    String form =
        "'x-body':'multipart','requestBody':{'required':true,'content':{'multipart/form-data':"
            + "{'schema':{'$ref':'#/components/schemas/Form'}}}},";
    Validation validation = contract("post", form).operation("test.one").validation();
    assertEquals(Set.of("file"), validation.files());
    assertEquals(Set.of("multipart/form-data"), validation.mediaTypes());
    assertTrue(validation.bodyRequired());
    assertTrue(validation.hasField("title"));
    assertFalse(validation.hasField("other"));
    assertFalse(operation("post", "").validation().hasField("title"));
    assertEquals(Map.of("title", "x"), validation.form(Map.of()));
    assertThrows(ValidationException.class, () -> validation.form(Map.of("file", "a")));
  }
}
