package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of a document, each with the name of its file. */
class ContractFaultsTest {
  /** The fault; the place and name of a changed part; and its new value, if it is not removed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "is open but does not declare it: add security: []; root.security;",
        "requires an unknown scheme: basic; post.security; [{'basic':[]}]",
        "names roles or scopes in security: move them to x-roles and x-scopes; post.security; [{'token':['operator']}]",
        "has a requirement that does not name exactly one scheme; post.security; [{'token':[],'key':[]}]",
        "has a requirement that does not name exactly one scheme; post.security; [{}]",
        "has an unknown role in x-roles; post.x-roles; ['king']",
        "accepts keys but names no x-scopes; post.x-scopes;",
        "accepts keys but names no x-scopes; post.x-scopes; []",
        "has x-scopes but does not accept this credential; post.security; [{'token':[]}]",
        "needs an operationId area.name; post.operationId;",
        "needs an operationId area.name; post.operationId; 'get'",
        "needs a summary; post.summary;",
        "needs a description; post.description;",
        "has an unknown key x-limits; post.x-limits; 'none'",
        "has no success response; post.responses;",
        "has an unknown x-body fax; post.x-body; 'fax'",
        "has the templates [id] but declares the path parameters []; post.parameters;",
        "there is no schema Order; schemas.Order;",
        "Order.count is an integer without a minimum and a maximum; count.maximum;",
        "body.count is a text without a maxLength; fields.count; {'type':'string'}",
        "body.count is a text without a maxLength; fields.count; {'type':'string','pattern':'^[a-z]+$'}",
        "body.count is a text without a maxLength; fields.count; {'type':'string','pattern':'[a-z]{3}$'}",
        "body.count is a text without a maxLength; fields.count; {'type':'string','pattern':'^(a|b$|c{2,})$'}",
        "body.count[] is a text without a maxLength; fields.count; {'type':'array','maxItems':9,'items':{'type':'string'}}",
        "parameter id is a text without a maxLength; post.parameters; [{'name':'id','in':'path','required':true,'schema':{'type':'string'}}]",
        "Order.count has an unknown keyword max; count.max; 3",
        "Order.count needs a type; count.type;",
        "the default of Order.count must be at most 9; count.default; 10",
        "Order.count is required and has a default; schemas.Order; {'type':'object','additionalProperties':false,'required':['count'],'properties':{'count':{'type':'integer','minimum':0,'maximum':9,'default':1}}}",
        "Order requires a property that it does not declare; Order.required; ['hat']",
        "Order is an object without additionalProperties; Order.additionalProperties;",
        "Order.count is an object without a name: put it into components/schemas; fields.count; {'type':'object','additionalProperties':false,'properties':{'a':{'type':'boolean'}}}",
        "Order contains itself; fields.count; {'$ref':'#/components/schemas/Order'}",
      })
  void namesFileAndFault(String message, String part, String value) {
    assertRefused(message, changed(part, value));
  }

  @Test
  void namesRepeatedOperation() {
    JsonObject document = SmallContract.small();
    JsonObject item = SmallContract.item(document);
    item.put("put", item.getJsonObject("post").copy());
    assertRefused("is also the operationId of another operation", document);
  }

  private static void assertRefused(String message, JsonObject document) {
    var files = Map.of("/a/{id}", "paths/test.yaml", "Order", "paths/test.yaml");
    String refusal = SmallContract.refusal(() -> new Contract(document, files));
    assertTrue(refusal.contains(message), refusal);
    assertTrue(refusal.contains("paths/test.yaml: "), refusal);
  }

  /** Returns the small document with a changed part. */
  private static JsonObject changed(String part, String value) {
    JsonObject document = SmallContract.small();
    String[] names = part.split("\\.");
    JsonObject schemas = document.getJsonObject("components").getJsonObject("schemas");
    JsonObject order = schemas.getJsonObject("Order");
    JsonObject place =
        switch (names[0]) {
          case "root" -> document;
          case "post" -> SmallContract.item(document).getJsonObject("post");
          case "schemas" -> schemas;
          case "Order" -> order;
          case "fields" -> order.getJsonObject("properties");
          default -> order.getJsonObject("properties").getJsonObject(names[0]);
        };
    if (value == null) {
      place.remove(names[1]);
    } else {
      place.put(names[1], Json.decodeValue(value.replace('\'', '"')));
    }
    return document;
  }

  @Test
  void acceptsSmallDocumentWithoutFaults() {
    assertEquals(1, new Contract(SmallContract.small(), Map.of()).operations().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type': 'string', 'maxLength': 9}",
        "{'type': 'string', 'enum': ['a', 'b']}",
        "{'type': 'string', 'format': 'date'}",
        "{'type': 'string', 'pattern': '^[*+a-z]{1,9}(\\\\+[^\\\\]]{2})?$'}",
        "{'type': 'string', 'pattern': '^a{24}(?![\\\\s\\\\S])'}",
      })
  void aTextIsBoundedByAnyOfThese(String schema) {
    JsonObject document = changed("fields.count", schema);
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
