package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies of HTML forms become the JSON of the same schema. */
class UrlEncodedFormTest {
  private static final JsonObject FLAG = JsonObject.of("type", "boolean");
  private static final Validation ORDER = validation();

  private static Validation validation() {
    JsonObject document = SmallContract.small();
    document
        .getJsonObject("components")
        .getJsonObject("schemas")
        .put(
            "Order",
            new JsonObject(
                """
                {"type": "object", "additionalProperties": false,
                 "x-aliases": {"amount": "count"},
                 "properties": {
                   "count": {"type": "integer", "minimum": 0, "maximum": 9},
                   "name": {"type": "string", "maxLength": 9},
                   "note": {"type": ["string", "null"], "maxLength": 9},
                   "gift": {"type": "boolean", "default": false},
                   "sizes": {"type": "array", "maxItems": 2, "items": {"type": "string", "maxLength": 2}}}}
                """));
    return new Contract(document, Map.of()).operation("test.post").validation();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "count=3&name=Ada|{'count':3,'name':'Ada','gift':false}",
        "amount=3|{'count':3,'gift':false}",
        "name=A+b%2Bc|{'name':'A b+c','gift':false}",
        "name=a=b|{'name':'a=b','gift':false}",
        "name=&count=|{'name':'','gift':false}",
        "name|{'name':'','gift':false}",
        "=a|{'gift':false}",
        "note=a|{'note':'a','gift':false}",
        "gift=on|{'gift':true}",
        "gift=true|{'gift':true}",
        "name=on|{'name':'on','gift':false}",
        "sizes=S&sizes=M|{'sizes':['S','M'],'gift':false}",
        "utm_source=x&count=1|{'count':1,'gift':false}",
        "``|{'gift':false}",
      })
  void becomesJson(String form, String json) {
    JsonObject expected = new JsonObject(json.replace('\'', '"'));
    assertEquals(expected, new JsonObject(Json.encode(ORDER.urlEncoded(form))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "count=1&count=2|count must be given once",
        "count=x|count must be of type integer",
        "gift=yes|gift must be of type boolean",
        "name=%zz|the body is not a URL-encoded form in UTF-8",
        "name=%FF|the body is not a URL-encoded form in UTF-8",
        "sizes=S&sizes=M&sizes=L|sizes must have at most 2 items",
        "sizes=S&sizes=XXL|sizes[1] must have at most 2 characters",
      })
  void namesFault(String form, String message) {
    assertEquals(
        message,
        assertThrows(ValidationException.class, () -> ORDER.urlEncoded(form)).getMessage());
  }

  @Test
  void namesAllFaults() {
    var first = assertThrows(ValidationException.class, () -> ORDER.urlEncoded("count=x&gift=yes"));
    Set<String> all = new TreeSet<>(Set.of(first.getMessage()));
    first.others().forEach(other -> all.add(other.getMessage()));
    assertEquals(Set.of("count must be of type integer", "gift must be of type boolean"), all);
  }

  /** Returns a contract whose operation takes JSON and a form. */
  private static JsonObject both(String json, String form) {
    JsonObject document = SmallContract.small();
    document.getJsonObject("components").getJsonObject("schemas").put("Flag", FLAG);
    JsonObject content = new JsonObject();
    if (!json.isEmpty()) {
      content.put("application/json", schema(json));
    }
    content.put(Validation.URL_ENCODED, schema(form));
    SmallContract.item(document)
        .getJsonObject("post")
        .put("requestBody", JsonObject.of("content", content));
    return document;
  }

  private static JsonObject schema(String name) {
    return JsonObject.of("schema", JsonObject.of("$ref", "#/components/schemas/" + name));
  }

  @Test
  void hasTheSchemaOfTheJson() {
    for (String json : List.of("", "Order")) {
      var contract = new Contract(both(json, "Order"), Map.of());
      Validation validation = contract.operation("test.post").validation();
      assertEquals("{count=1}", validation.urlEncoded("count=1").toString());
    }
    assertTrue(
        SmallContract.refusal(() -> new Contract(both("Order", "Flag"), Map.of()))
            .contains("has different schemas for JSON and for a URL-encoded form"));
    assertTrue(
        SmallContract.refusal(() -> new Contract(both("", "Flag"), Map.of()))
            .contains("has a form that is not an object"));
  }
}
