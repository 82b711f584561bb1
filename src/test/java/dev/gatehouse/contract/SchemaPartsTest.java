package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.Schema.ArraySchema;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of schemas: what a parser asks of them, choices, formats and bounds. */
class SchemaPartsTest {
  private static final Schema FLAG = new Schema.Flag();
  private static final Schema ANY = new Schema.Any();
  private static final Schema OPEN =
      new Schema.Text(0, Integer.MAX_VALUE, null, Set.of(), Format.NONE);
  private static final Schema WORD = new Schema.Text(1, 9, null, Set.of(), Format.LINE);

  private static ObjectSchema object(String name, Schema field, Schema rest) {
    return new ObjectSchema(
        name, Map.of("a", new ObjectSchema.Property(field, false, null, false)), rest, Map.of());
  }

  private static String fault(Runnable check) {
    return assertThrows(Fault.class, check::run).ofBody().getMessage();
  }

  @Test
  void rejectsPartsOfScalars() {
    Map<String, Schema> types =
        Map.of(
            "boolean",
            FLAG,
            "string",
            WORD,
            "integer",
            new Schema.Whole(0, 9, List.of()),
            "number",
            new Schema.Decimal(null, null));
    types.forEach((type, schema) -> {
      assertEquals("body must be of type " + type, fault(() -> schema.field("a")));
      assertEquals("body must be of type " + type, fault(() -> schema.item(0)));
      assertEquals(type, new Schema.Nullable(schema).type());
    });
    assertEquals("body must be of type object", fault(() -> object("A", FLAG, null).item(0)));
    var list = new ArraySchema(FLAG, 0, 1, false);
    assertEquals("body must be of type array", fault(() -> list.field("a")));
    assertEquals("array", list.type());
    assertEquals("any", ANY.type());
    assertEquals("object", new ChoiceSchema(List.of(FLAG)).type());
  }

  @Test
  void returnsPartsOfContainers() {
    assertSame(FLAG, object("A", FLAG, null).field("a"));
    assertSame(WORD, object("A", FLAG, WORD).field("b"));
    assertEquals("b is not a known field", fault(() -> object("A", FLAG, null).field("b")));
    var list = new ArraySchema(FLAG, 0, 1, false);
    assertSame(FLAG, list.item(0));
    assertEquals("body must have at most 1 items", fault(() -> list.item(1)));
    assertSame(FLAG, new ArraySchema(object("A", FLAG, null), 0, 1, true).field("a"));
    assertSame(FLAG, new Schema.Nullable(list).item(0));
    assertSame(FLAG, new Schema.Nullable(object("A", FLAG, null)).field("a"));
    assertSame(ANY, ANY.field("a"));
    assertSame(ANY, ANY.item(0));
  }

  @Test
  void choosesPartOfOneForm() {
    var choice =
        new ChoiceSchema(List.of(object("A", FLAG, null), new ArraySchema(WORD, 0, 9, false)));
    assertSame(FLAG, choice.field("a"));
    assertSame(WORD, choice.item(0));
    var both = new ChoiceSchema(List.of(object("A", FLAG, null), object("B", WORD, null)));
    assertEquals(ANY, both.field("a"));
    assertEquals("body must be of type object", fault(() -> both.item(0)));
    assertEquals(
        "body matches more than one of the allowed forms", fault(() -> both.check(Map.of())));
    assertEquals(Map.of("a", true), both.check(Map.of("a", true)));
    assertEquals("a must be of type boolean", fault(() -> both.check(Map.of("a", 7))));
  }

  @Test
  void checksAnyJsonForNumbers() {
    Object value = Map.of("a", Arrays.asList(1, null, "b", true));
    assertSame(value, ANY.check(value));
    var infinite = new BigDecimal("1e400");
    assertThrows(Fault.class, () -> ANY.check(Map.of("a", List.of(infinite))));
    assertThrows(Fault.class, () -> ANY.check(List.of(Map.of("a", infinite))));
  }

  @Test
  void checksBoundsOfListsAndNumbers() {
    var list = new ArraySchema(FLAG, 1, 2, false);
    assertEquals(List.of(true), list.check(List.of(true)));
    assertEquals(List.of(true, true), list.check(List.of(true, true)));
    assertEquals("body must have at least 1 items", fault(() -> list.check(List.of())));
    assertEquals(
        "body must have at most 2 items", fault(() -> list.check(List.of(true, true, true))));
    var lone = new ArraySchema(FLAG, 0, 2, true);
    assertEquals(List.of(true), lone.check(true));
    assertEquals("body must be of type array", fault(() -> lone.check(null)));
    var enumerated = new Schema.Whole(1, 5, List.of(1L, 5L));
    assertEquals(5L, enumerated.check(5L));
    assertEquals("body must be one of [1, 5]", fault(() -> enumerated.check(3)));
  }

  @ParameterizedTest
  @CsvSource({
    "date, 1900-01-01, ''",
    "date, 2200-12-31, ''",
    "date-time, 2200-12-31T23:59:59Z, ''",
    "date-time, 2200-12-31T23:59:59-01:00, body must be between 1900 and 2200",
    "date-time-local, 2026-01-01T10:00, ''",
    "date-time-local, 1899-12-31T10:00, body must be between 1900 and 2200",
    "point-in-time, 2026-01-01 10:00+02, ''",
    "line, ' ', body must not be blank",
    "uri, ' ', body must not be blank",
    "email, a, ''",
    "paragraph, '\t', body must not be blank",
  })
  void checksFormats(String format, String text, String fault) {
    var schema = new Schema.Text(1, 99, null, Set.of(), Format.of(format).orElseThrow());
    if (fault.isEmpty()) {
      assertEquals(text, schema.check(text));
    } else {
      assertEquals(fault, fault(() -> schema.check(text)));
    }
  }

  @Test
  void shortensLongFieldNames() {
    String name = "n".repeat(80);
    assertEquals(name + " is required", Fault.missing().inField(name).ofBody().getMessage());
    assertEquals(name + "… is required", Fault.missing().inField(name + "n").ofBody().getMessage());
    assertEquals(
        "a[2].b is required",
        Fault.missing().inField("b").inItem(2).inField("a").ofBody().getMessage());
    assertEquals("[0][1] is required", Fault.missing().inItem(1).inItem(0).ofBody().getMessage());
    assertEquals("p is required", Fault.missing().of("p").getMessage());
  }

  @Test
  void findsUnboundedTexts() {
    assertDoesNotThrow(() -> OperationReader.mustBeBounded(WORD, "place"));
    Map<String, Schema> unbounded =
        Map.of(
            "place", new ChoiceSchema(List.of(WORD, OPEN)),
            "place ", new Schema.Nullable(OPEN),
            "place.a", object("A", OPEN, null),
            "place.*", object("A", WORD, OPEN),
            "place[]", new ArraySchema(OPEN, 0, 9, false));
    unbounded.forEach((place, schema) ->
        assertEquals(
            place.strip() + " is a text without a maxLength",
            SmallContract.refusal(() -> OperationReader.mustBeBounded(schema, "place"))));
  }

  @Test
  void readsBodies() throws IOException {
    var validation =
        new Validation(
            Validation.ParameterList.of(List.of()),
            Set.of("application/json"),
            true,
            object("A", new Schema.Whole(0, 9, List.of()), null),
            null,
            Set.of());
    try (var in = Json.parser(Buffer.buffer("{\"a\":1.0}"))) {
      assertEquals(Map.of("a", 1L), validation.body(in));
    }
    try (var in = Json.parser(Buffer.buffer("{\"a\":10}"))) {
      ValidationException refused =
          assertThrows(ValidationException.class, () -> validation.body(in));
      assertEquals("a must be at most 9", refused.getMessage());
      assertEquals("a", refused.param());
    }
    assertEquals(Map.of("b", "c"), validation.form(Map.of("b", "c")), "no form is declared");
  }
}
