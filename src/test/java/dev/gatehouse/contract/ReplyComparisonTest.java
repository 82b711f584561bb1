package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A field that is only in a response's schema, or only in its record, prevents the node's start.
 */
class ReplyComparisonTest {
  private static final Contract CONTRACT =
      new Contract(
          new JsonObject(
              """
              {"openapi": "3.1.0", "security": [],
               "paths": {
                 "/a": {"get": {
                   "operationId": "test.get", "summary": "Test", "description": "A test.",
                   "security": [],
                   "responses": {
                     "200": {"description": "one of them", "content": {"application/json": {
                       "schema": {"$ref": "#/components/schemas/Either"}}}},
                     "404": {"description": "nothing", "content": {"application/json": {
                       "schema": {"$ref": "#/components/schemas/Other"}}}}}}},
                 "/b": {"get": {
                   "operationId": "test.nothing", "summary": "Test", "description": "A test.",
                   "security": [],
                   "responses": {"204": {"description": "nothing"}}}}},
               "components": {"schemas": {
                 "Either": {"oneOf": [
                   {"$ref": "#/components/schemas/Other"},
                   {"$ref": "#/components/schemas/Listing"}]},
                 "Other": {"type": "object", "additionalProperties": false,
                   "properties": {"text": {"type": "string"}}},
                 "Listing": {
                   "type": "object", "additionalProperties": false,
                   "required": ["_id", "time", "count", "paid", "lines"],
                   "properties": {
                     "_id": {"type": "string"},
                     "time": {"type": ["string", "null"]},
                     "count": {"type": "integer", "minimum": 0, "maximum": 9007199254740991},
                     "price": {"type": "number"},
                     "paid": {"type": "boolean"},
                     "error": {"type": "string", "deprecated": true},
                     "notes": {"type": "object", "additionalProperties": true},
                     "lines": {"type": "array", "items": {"$ref": "#/components/schemas/Line"}}}},
                 "Line": {
                   "type": "object", "additionalProperties": false, "required": ["text"],
                   "properties": {"text": {"type": "string"}}}}}}
              """),
          Map.of("/a", "paths/test.yaml", "/b", "paths/test.yaml"));

  record Line(String text) {}

  record Sum(int id, int count, BigDecimal price) {}

  record Right(
      @JsonProperty("_id") String id,
      Instant time,
      @JsonUnwrapped @JsonIgnoreProperties("id") Sum sum,
      boolean paid,
      @JsonRawValue String notes,
      List<Line> lines) {}

  record More(
      @JsonProperty("_id") String id,
      Instant time,
      @JsonUnwrapped Sum sum,
      boolean paid,
      Map<String, Object> notes,
      List<Line> lines) {}

  record Less(
      @JsonProperty("_id") String id, Instant time, int count, double price, List<Line> lines) {}

  record Strange(
      @JsonProperty("_id") long id,
      boolean time,
      double count,
      String price,
      int paid,
      List<String> notes,
      List<String> lines) {}

  @Test
  void acceptsMatchingRecord() {
    assertDoesNotThrow(() -> match(Optional.of(Right.class), Optional.empty()));
  }

  static Stream<Arguments> differences() {
    return Stream.of(
        Arguments.of(
            More.class,
            List.of("the record ReplyComparisonTest.More has id, but the schema Listing does not")),
        Arguments.of(
            Less.class,
            List.of(
                "the schema Listing does not require price, which the record ReplyComparisonTest.Less always has",
                "the schema Listing has paid, but the record ReplyComparisonTest.Less does not",
                "the schema Listing has notes, but the record ReplyComparisonTest.Less does not")),
        Arguments.of(
            Strange.class,
            List.of(
                "reply._id is a string in the contract and long in Java",
                "reply.time is a string in the contract and boolean in Java",
                "reply.count is an integer in the contract and double in Java",
                "reply.price is a number in the contract and String in Java",
                "reply.paid is a boolean in the contract and int in Java",
                "reply.notes is any object in the contract and List<String> in Java",
                "reply.lines[] is an object in the contract and String in Java")));
  }

  @ParameterizedTest
  @MethodSource("differences")
  void reportsDifferences(Class<?> record, List<String> faults) {
    String place = "\n  paths/test.yaml: test.get ";
    assertEquals(
        "the contract and area test do not match:" + place + String.join(place, faults),
        refusal(Optional.of(record), Optional.empty()));
  }

  @Test
  void namesReplyWithoutRecord() {
    assertEquals(
        "the contract and area test do not match:\n"
            + "  paths/test.yaml: test.get returns JSON but is not bound to a record:"
            + " returning(….class, …), or in an extension operation(…, ….class, …)\n"
            + "  paths/test.yaml: test.nothing returns the record ReplyComparisonTest.Line but"
            + " returns no JSON",
        refusal(Optional.empty(), Optional.of(Line.class)));
  }

  private static String refusal(Optional<Class<?>> reply, Optional<Class<?>> nothing) {
    return SmallContract.refusal(() -> match(reply, nothing));
  }

  private static void match(Optional<Class<?>> reply, Optional<Class<?>> nothing) {
    CONTRACT.mustMatch(
        "test",
        Map.of(
            "test.get", new Contract.Binding(Optional.empty(), reply, false),
            "test.nothing", new Contract.Binding(Optional.empty(), nothing, false)));
  }
}
