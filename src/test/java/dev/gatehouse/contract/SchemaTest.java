package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentSchemas;
import dev.gatehouse.bus.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Validation of bodies: it reports the first error, is exact, and is cheap for every body. */
class SchemaTest {
  private static final JsonObject SCHEMAS =
      new JsonObject(
          """
          {"Order": {
             "type": "object", "required": ["name"], "additionalProperties": false,
             "x-aliases": {"title": "name"},
             "properties": {
               "name": {"type": "string", "minLength": 1, "maxLength": 5},
               "count": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
               "long": {"type": "integer", "minimum": -9223372036854775808,
                        "maximum": 9223372036854775807},
               "price": {"type": ["number", "null"], "minimum": 0},
               "kind": {"type": "string", "enum": ["a", "b"]},
               "code": {"type": "string", "pattern": "^[a-z]+$"},
               "flag": {"type": "boolean"},
               "day": {"type": "string", "format": "date"},
               "time": {"type": "string", "format": "date-time"},
               "local": {"type": "string", "format": "date-time-local"},
               "point": {"type": "string", "format": "point-in-time"},
               "free": {"type": "object", "additionalProperties": true},
               "lines": {"type": "array", "maxItems": 2, "items": {"$ref": "#/components/schemas/Line"}}}},
           "Line": {
             "type": "object", "required": ["n"], "additionalProperties": false,
             "properties": {"n": {"type": "number"}}},
           "Form": {
             "type": "object", "required": ["text"], "additionalProperties": false,
             "properties": {"text": {"type": "string"}}},
           "Lines": {
             "type": "array", "x-allow-single-value": true, "maxItems": 1000,
             "items": {"$ref": "#/components/schemas/Either"}},
           "Either": {"oneOf": [
             {"$ref": "#/components/schemas/Line"}, {"$ref": "#/components/schemas/Form"}]}}
          """);
  private static final JsonObject DOCUMENT =
      JsonObject.of("components", JsonObject.of("schemas", SCHEMAS));
  private final SchemaReader reader = new SchemaReader(DOCUMENT);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|body must be of type object",
        "{}|name is required",
        "{'name':''}|name must have at least 1 characters",
        "{'name':'123456'}|name must have at most 5 characters",
        "{'name':5}|name must be of type string",
        "{'name':null}|name must be of type string",
        "{'name':'n','hat':1}|hat is not a known field",
        "{'name':'n','title':'m'}|title and name are one field",
        "{'name':'n','count':10}|count must be at most 9",
        "{'name':'n','count':0}|count must be at least 1",
        "{'name':'n','count':1.5}|count must be of type integer",
        "{'name':'n','count':'1'}|count must be of type integer",
        "{'name':'n','count':1e19}|count must be at most 9",
        "{'name':'n','count':1e999999999}|count must be a finite number",
        "{'name':'n','price':1.2345678901234567890123456789012345}"
            + "|price must have at most 34 significant digits",
        "{'name':'n','long':9223372036854775808}|long must be at most 9223372036854775807",
        "{'name':'n','long':-9223372036854775809}|long must be at least -9223372036854775808",
        "{'name':'n','price':-0.01}|price must be at least 0",
        "{'name':'n','price':1e400}|price must be a finite number",
        "{'name':'n','price':1e-999999}|price must be a finite number",
        "{'name':'n','free':{'deep':[1e400]}}|free.deep must be a finite number",
        "{'name':'n','kind':'c'}|kind must be one of a, b",
        "{'name':'n','code':'A'}|code has characters or a form that are not allowed",
        "{'name':'n','code':'a\\n'}|code has characters or a form that are not allowed",
        "{'name':'n','flag':'true'}|flag must be of type boolean",
        "{'name':'n','day':'2026-02-30'}|day must be a day, YYYY-MM-DD",
        "{'name':'n','day':'1899-12-31'}|day must be between 1900 and 2200",
        "{'name':'n','day':'2201-01-01'}|day must be between 1900 and 2200",
        "{'name':'n','time':'+999999999-12-31T23:59:59Z'}|time must be a time with its offset, like"
            + " 2026-12-01T10:00:00Z",
        "{'name':'n','time':'2026-01-01T10:00Z'}|time must be a time with its offset, like"
            + " 2026-12-01T10:00:00Z",
        "{'name':'n','time':'2201-01-01T00:00:00Z'}|time must be between 1900 and 2200",
        "{'name':'n','point':'+999999999-12-31T23:59:59Z'}|point must be between 1900 and 2200",
        "{'name':'n','time':'2026-01-01T00:00:00'}|time must be a time with its offset, like"
            + " 2026-12-01T10:00:00Z",
        "{'name':'n','local':'2026-01-01T00:00:00Z'}|local must be a local time without offset,"
            + " like 2026-12-01T10:00:00",
        "{'name':'n','point':'45000'}|point must be an ISO date or date-time",
        "{'name':'n','point':'9999-01-01'}|point must be between 1900 and 2200",
        "{'name':'n','lines':[{'n':1},{'n':'x'}]}|lines[1].n must be of type number",
        "{'name':'n','lines':[{'n':1},{'n':1},{'n':1}]}|lines must have at most 2 items",
        "{'name':'n','lines':[{'n':1},{}]}|lines[1].n is required",
      })
  void theFirstFaultIsNamed(String body, String message) throws IOException {
    Object value = json(body);
    Schema order = reader.named("Order");
    assertEquals(
        message, assertThrows(Fault.class, () -> order.check(value)).ofBody().getMessage());
  }

  @Test
  void fillsInDefaultsWithoutChangingInput() throws IOException {
    Object value = json("{'title':'n','point':'2026-01-01 10:00+0200'}");
    Object checked = reader.named("Order").check(value);
    assertEquals(Map.of("name", "n", "count", 3, "point", "2026-01-01 10:00+0200"), checked);
    assertEquals(json("{'title':'n','point':'2026-01-01 10:00+0200'}"), value);
    Object whole = json("{'name':'n','count':1}");
    assertSame(whole, reader.named("Order").check(whole), "nothing to fill in, nothing copied");
  }

  @Test
  void readsExactNumbers() throws IOException {
    var checked =
        (Map<?, ?>)
            reader
                .named("Order")
                .check(json("{'name':'n','count':2.0,'long':1e3,'price':0.12345678901234567890}"));
    assertEquals(2L, checked.get("count"));
    assertEquals(1000L, checked.get("long"));
    assertEquals(new BigDecimal("0.12345678901234567890"), checked.get("price"));
    var zero = (Map<?, ?>) reader.named("Order").check(json("{'name':'n','price':0e999999999}"));
    assertEquals(BigDecimal.ZERO, zero.get("price"), "and not a billion digits");
  }

  @Test
  void countsCodePointsInLengths() throws IOException {
    assertEquals("😀😀😀😀😀", field(reader.named("Order").check(json("{'name':'😀😀😀😀😀'}"))));
    var two = new Schema.Text(2, 3, null, Set.of(), Format.NONE);
    assertEquals("😀😀", two.check("😀😀"));
    assertThrows(Fault.class, () -> two.check("😀"));
    assertThrows(Fault.class, () -> two.check("😀😀😀😀"));
  }

  private static Object field(Object order) {
    return ((Map<?, ?>) order).get("name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'n':1}|[{n=1}]",
        "[{'n':1},{'text':'t'}]|[{n=1}, {text=t}]",
      })
  void aLoneItemIsAListOfOne(String body, String expected) throws IOException {
    assertEquals(expected, reader.named("Lines").check(json(body)).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{'n':1,'text':'t'}]|[0].text is not a known field",
        "[{'text':1}]|[0].text must be of type string",
        "5|body must be of type object",
      })
  void theLikeliestFormComplains(String body, String message) throws IOException {
    Object value = json(body);
    Schema lines = reader.named("Lines");
    assertEquals(
        message, assertThrows(Fault.class, () -> lines.check(value)).ofBody().getMessage());
  }

  /**
   * Validation stops at the first error, so a hundred times as much invalid input takes no longer.
   */
  @Test
  void stopsAtFirstError() {
    Schema order = reader.named("Order");
    long little = nanos(order, junk(1_000));
    long much = nanos(order, junk(100_000));
    assertTrue(much < 20 * little, much + " ns for a hundred times the junk of " + little + " ns");
    Map<String, Object> huge = Map.of("name", "n", "x".repeat(800_000), 1);
    String message = assertThrows(Fault.class, () -> order.check(huge)).ofBody().getMessage();
    assertTrue(message.length() < 200, "a message of " + message.length());
  }

  private static Map<String, Object> junk(int keys) {
    Map<String, Object> junk = new LinkedHashMap<>();
    IntStream.range(0, keys).forEach(key -> junk.put("key" + key, key));
    junk.put("name", "n");
    return junk;
  }

  /** Returns the shortest of many runs, because other processes also use the machine. */
  private static long nanos(Schema schema, Object value) {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < 300; i++) {
      long start = System.nanoTime();
      assertThrows(Fault.class, () -> schema.check(value));
      shortest = Math.min(shortest, System.nanoTime() - start);
    }
    return shortest;
  }

  /** An independent JSON Schema implementation agrees on several thousand random bodies. */
  @Test
  void matchesIndependentValidator() {
    var others = new DocumentSchemas(DOCUMENT).validator(plain());
    Schema order = reader.named("Order");
    Random random = new Random(20_261_121);
    int right = 0;
    for (int i = 0; i < 4_000; i++) {
      Map<String, Object> body = body(random);
      boolean valid = others.validate(new JsonObject(body)).getValid();
      assertEquals(valid, passes(order, body), () -> "they differ about " + body);
      right += valid ? 1 : 0;
    }
    assertNotEquals(0, right);
  }

  /** Returns the schema without fields whose formats the other validator does not support. */
  private static JsonObject plain() {
    JsonObject order = SCHEMAS.getJsonObject("Order").copy();
    List.of("day", "time", "local", "point").forEach(order.getJsonObject("properties")::remove);
    return order;
  }

  private static Map<String, Object> body(Random random) {
    Map<String, Object> body = new LinkedHashMap<>();
    List<String> names =
        List.of("name", "count", "long", "price", "kind", "code", "flag", "free", "lines", "hat");
    for (String name : names) {
      if (name.equals("name") || random.nextInt(5) == 0) {
        body.put(name, value(name, random));
      }
    }
    return body;
  }

  private static Object value(String name, Random random) {
    List<Object> values =
        new ArrayList<>(List.of("", "a", "b", "c", "abcde", "abcdef", 0, 1, 9, 10));
    values.addAll(List.of(-1L, Long.MAX_VALUE, new BigDecimal("2.5"), true, new JsonObject()));
    values.add(new JsonArray().add(JsonObject.of("n", 1)));
    values.add(new JsonArray().add(new JsonObject()));
    values.add(null);
    boolean likely = name.equals("name") && random.nextInt(4) > 0;
    return likely ? "abc" : values.get(random.nextInt(values.size()));
  }

  private static boolean passes(Schema schema, Map<String, Object> body) {
    try {
      schema.check(plainMaps(body));
      return true;
    } catch (Fault fault) {
      return false;
    }
  }

  private static Object plainMaps(Object value) {
    return switch (value) {
      case JsonObject object -> plainMaps(object.getMap());
      case JsonArray array ->
          ((List<?>) array.getList()).stream().map(SchemaTest::plainMaps).toList();
      case Map<?, ?> map -> {
        Map<Object, Object> copy = new LinkedHashMap<>();
        map.forEach((key, each) -> copy.put(key, plainMaps(each)));
        yield copy;
      }
      case null -> null;
      default -> value;
    };
  }

  private static Object json(String text) throws IOException {
    return Json.parse(Buffer.buffer(text.replace('\'', '"')));
  }
}
