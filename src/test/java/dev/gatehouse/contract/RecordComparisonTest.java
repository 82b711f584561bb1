package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A field that is only in the schema, or only in the record, prevents the node's start. */
class RecordComparisonTest {
  private static final Contract CONTRACT =
      new Contract(
          new JsonObject(
              """
              {"openapi": "3.1.0", "security": [],
               "paths": {"/a": {"post": {
                 "operationId": "test.post", "summary": "Test", "description": "A test.",
                 "security": [],
                 "requestBody": {"content": {"application/json": {
                   "schema": {"$ref": "#/components/schemas/Order"}}}},
                 "responses": {"204": {"description": "nothing"}}}}},
               "components": {"schemas": {
                 "Order": {
                   "type": "object", "additionalProperties": false, "required": ["Name", "lines"],
                   "properties": {
                     "Name": {"type": "string", "maxLength": 9},
                     "count": {"type": "integer", "minimum": -2147483648, "maximum": 2147483647,
                               "default": 1},
                     "size": {"type": "integer", "minimum": 0, "maximum": 9007199254740991},
                     "price": {"type": ["number", "null"]},
                     "paid": {"type": "boolean", "default": false},
                     "notes": {"type": "object", "additionalProperties": true},
                     "lines": {"type": "array", "items": {"$ref": "#/components/schemas/Line"}}}},
                 "Line": {
                   "oneOf": [{"$ref": "#/components/schemas/Text"}, {"$ref": "#/components/schemas/Rule"}]},
                 "Text": {
                   "type": "object", "additionalProperties": false, "required": ["text"],
                   "properties": {"text": {"type": "string", "maxLength": 9}}},
                 "Rule": {
                   "type": "object", "additionalProperties": false, "required": ["width"],
                   "properties": {"width": {"type": "integer", "minimum": 1, "maximum": 9}}}}}}
              """),
          Map.of("/a", "paths/test.yaml"));

  sealed interface Line {}

  record Text(String text) implements Line {}

  record Rule(int width) implements Line {}

  static final class Right {
    record Order(
        @JsonProperty("Name") String name,
        int count,
        Long size,
        BigDecimal price,
        boolean paid,
        Map<String, Object> notes,
        List<Line> lines) {}
  }

  @Test
  void acceptsMatchingRecord() {
    match(Right.Order.class);
  }

  static final class More {
    record Order(
        @JsonProperty("Name") String name,
        int count,
        Long size,
        BigDecimal price,
        boolean paid,
        Map<String, Object> notes,
        List<Line> lines,
        String hat) {}
  }

  static final class Less {
    record Order(
        @JsonProperty("Name") String name,
        int count,
        Long size,
        BigDecimal price,
        boolean paid,
        List<Line> lines) {}
  }

  static final class Narrow {
    record Order(
        @JsonProperty("Name") String name,
        int count,
        int size,
        double price,
        boolean paid,
        Map<String, Object> notes,
        List<Text> lines) {}
  }

  static final class Wrong {
    record Order(
        @JsonProperty("Name") Integer name,
        String count,
        String size,
        String price,
        String paid,
        List<String> notes,
        String lines) {}
  }

  record OtherName(String name) {}

  static Stream<Arguments> differences() {
    return Stream.of(
        Arguments.of(
            More.Order.class, List.of("the record Order has hat, but the schema does not")),
        Arguments.of(
            Less.Order.class, List.of("the schema Order has notes, but the record does not")),
        Arguments.of(
            Narrow.Order.class,
            List.of(
                "body.size may be absent in the contract and int in Java",
                "body.size is an integer up to 9007199254740991 in the contract and int in Java",
                "body.price may be absent in the contract and double in Java",
                "body.price may be null in the contract and double in Java",
                "body.lines[] is a choice, a sealed interface in the contract and Text in Java")),
        Arguments.of(
            Wrong.Order.class,
            List.of(
                "body.Name is a string in the contract and Integer in Java",
                "body.count is an integer up to 2147483647 in the contract and String in Java",
                "body.size is an integer up to 9007199254740991 in the contract and String in"
                    + " Java",
                "body.price is a number in the contract and String in Java",
                "body.paid is a boolean in the contract and String in Java",
                "body.notes is any object in the contract and java.util.List<java.lang.String> in"
                    + " Java",
                "body.lines is an array in the contract and String in Java")),
        Arguments.of(
            OtherName.class,
            List.of("body is a record Order in the contract and OtherName in Java")));
  }

  @ParameterizedTest
  @MethodSource("differences")
  void reportsDifferences(Class<?> record, List<String> faults) {
    String place = "\n  paths/test.yaml: test.post ";
    assertEquals(
        "the contract and area test do not match:" + place + String.join(place, faults),
        SmallContract.refusal(() -> match(record)));
  }

  @Test
  void namesBodyWithoutRecord() {
    assertEquals(
        "the contract and area test do not match:\n"
            + "  paths/test.yaml: test.post accepts JSON but is not bound to a record:"
            + " accepting(…Request.class, …), or in an extension"
            + " operation(…, ….class, ….class, …)",
        SmallContract.refusal(() -> match(Optional.empty())));
  }

  private static void match(Class<?> record) {
    match(Optional.of(record));
  }

  private static void match(Optional<Class<?>> record) {
    CONTRACT.mustMatch(
        "test", Map.of("test.post", new Contract.Binding(record, Optional.empty(), false)));
  }
}
