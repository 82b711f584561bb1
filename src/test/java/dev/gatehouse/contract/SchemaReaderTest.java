package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.contract.Schema.ArraySchema;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compiled schemas, and the faults of a schema. */
class SchemaReaderTest {
  private final SchemaReader reader =
      new SchemaReader(
          json(
              """
              {'components': {'schemas': {
                 'Flag': {'type': 'boolean', 'default': true},
                 'Either': {'oneOf': [{'$ref': '#/components/schemas/Flag'}]},
                 'Odd': {'oneOf': [{'type': 'boolean'}]},
                 'Named': {'type': 'object', 'additionalProperties': {'type': 'boolean'},
                           'required': ['a'], 'x-aliases': {'b': 'a'},
                           'properties': {'a': {'type': 'boolean', 'deprecated': true}}},
                 'Alias': {'type': 'object', 'additionalProperties': false,
                           'x-aliases': {'b': 'a'}}},
               'responses': {'Gone': {'description': 'gone'}}}}
              """));

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private Schema read(String schema) {
    return reader.read(json(schema), "place");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "{'oneOf':[]} | place is a choice without a name: put it into components/schemas",
        "{'$ref':'#/components/schemas/Odd'} | Odd offers a schema without a name",
        "{'$ref':'#/components/responses/Gone'}"
            + " | place does not refer to a schema: #/components/responses/Gone",
        "{'$ref':'#/components/schemas/None'} | there is no schema None",
        "{'type':'string','format':'fax'} | place has an unknown format fax",
        "{'type':'string','pattern':'['} | place has an invalid pattern: ",
        "{'type':'array'} | place is an array without items",
        "{'$ref':'#/components/schemas/Alias'} | Alias has an alias of an unknown property: b",
        "{'type':['string','integer']} | place needs a type",
        "{'type':'null'} | place needs a type",
        "{'type':'fax'} | place needs a type",
        "{'type':'boolean','minimum':1} | place has an unknown keyword minimum",
        "{'type':'object','additionalProperties':7} | place has invalid additionalProperties",
        "{'type':'integer','minimum':1} | place is an integer without a minimum and a maximum",
        "{'type':'integer','maximum':1} | place is an integer without a minimum and a maximum",
      })
  void namesFaults(String schema, String fault) {
    String message = assertThrows(ContractException.class, () -> read(schema)).getMessage();
    assertTrue(message.startsWith(fault), message);
  }

  @Test
  void compilesTexts() {
    var any = assertInstanceOf(Schema.Text.class, read("{'type':'string'}"));
    assertEquals(0, any.minLength());
    assertEquals(Integer.MAX_VALUE, any.maxLength());
    assertNull(any.pattern());
    assertEquals(Set.of(), any.values());
    assertEquals(Format.NONE, any.format());
    var text =
        assertInstanceOf(
            Schema.Text.class,
            read(
                "{'type':'string','minLength':1,'maxLength':9,'pattern':'^a$','format':'line',"
                    + "'enum':['a','b'],'description':'x','example':'a'}"));
    assertEquals(1, text.minLength());
    assertEquals(9, text.maxLength());
    assertEquals("^a\\z", text.pattern().pattern());
    assertEquals(Set.of("a", "b"), text.values());
    assertEquals(Format.LINE, text.format());
    assertEquals(
        Format.NONE,
        assertInstanceOf(Schema.Text.class, read("{'type':'string','format':'binary'}")).format());
    // The format's own pattern is checked by the format.
    JsonObject line = JsonObject.of("type", "string", "format", "line", "pattern", pattern());
    assertNull(assertInstanceOf(Schema.Text.class, reader.read(line, "place")).pattern());
  }

  private static String pattern() {
    return Format.LINE.pattern();
  }

  @Test
  void compilesNumbers() {
    assertEquals(new Schema.Whole(1, 5, List.of(5L, 1L)), read("{'type':'integer','enum':[5,1]}"));
    assertEquals(
        new Schema.Whole(-1, 9, List.of()), read("{'type':'integer','minimum':-1,'maximum':9}"));
    assertEquals(
        new Schema.Decimal(new BigDecimal("0.5"), null), read("{'type':'number','minimum':0.5}"));
    assertEquals(
        new Schema.Decimal(null, new BigDecimal("9")), read("{'type':'number','maximum':9}"));
  }

  @Test
  void compilesListsAndNulls() {
    assertEquals(
        new ArraySchema(new Schema.Flag(), 0, Integer.MAX_VALUE, false),
        read("{'type':'array','items':{'type':'boolean'}}"));
    assertEquals(
        new ArraySchema(new Schema.Nullable(new Schema.Flag()), 1, 2, true),
        read(
            "{'type':'array','minItems':1,'maxItems':2,'x-allow-single-value':true,"
                + "'items':{'type':['boolean','null']}}"));
  }

  @Test
  void compilesObjectsOnce() {
    var named = assertInstanceOf(ObjectSchema.class, reader.named("Named"));
    assertSame(named, read("{'$ref':'#/components/schemas/Named'}"));
    assertEquals("Named", named.name());
    assertEquals(Map.of("b", "a"), named.aliases());
    assertEquals(new Schema.Flag(), named.rest());
    assertEquals(
        new ObjectSchema.Property(new Schema.Flag(), true, null, true),
        named.properties().get("a"));
    var open =
        assertInstanceOf(ObjectSchema.class, read("{'type':'object','additionalProperties':true}"));
    assertEquals(new Schema.Any(), open.rest());
    assertEquals(new ChoiceSchema(List.of(new Schema.Flag())), reader.named("Either"));
  }

  @Test
  void resolvesReferences() {
    JsonObject gone = reader.resolve(json("{'$ref':'#/components/responses/Gone'}"));
    assertEquals("gone", gone.getString("description"));
    JsonObject plain = json("{'description':'a'}");
    assertSame(plain, reader.resolve(plain));
    for (String missing : List.of("#/components/responses/None", "#/none/responses/Gone")) {
      assertEquals(
          "there is no " + missing,
          SmallContract.refusal(() -> reader.resolve(JsonObject.of("$ref", missing))));
    }
  }

  @Test
  void readsDefaults() {
    Schema free = read("{'type':'object','additionalProperties':true}");
    assertEquals(Map.of("a", 1), SchemaReader.fallback(json("{'default':{'a':1}}"), free, "place"));
    Schema list = read("{'type':'array','items':{'type':'boolean'}}");
    assertEquals(List.of(true), SchemaReader.fallback(json("{'default':[true]}"), list, "place"));
    assertNull(SchemaReader.fallback(json("{}"), list, "place"));
    assertEquals(
        "the default of place must be of type array",
        SmallContract.refusal(
            () -> SchemaReader.fallback(json("{'default':true}"), list, "place")));
  }
}
