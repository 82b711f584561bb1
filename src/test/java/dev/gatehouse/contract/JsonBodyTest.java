package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.fasterxml.jackson.core.JsonParser;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.Schema.ArraySchema;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import dev.gatehouse.contract.Validation.JsonBody;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies are read only up to the first error. Valid bodies are read completely and unchanged. */
class JsonBodyTest {
  private static final Schema WORD = new Schema.Text(0, 9, null, Set.of(), Format.NONE);
  private static final Schema LINE =
      new ObjectSchema(
          "Line",
          Map.of("word", property(WORD), "lines", property(new ArraySchema(WORD, 0, 2, false))),
          null,
          Map.of("name", "word"));
  private static final String MANY =
      IntStream.range(0, 60_000)
          .mapToObj(i -> "\"k" + i + "\":[1]")
          .collect(Collectors.joining(",", "{", "}"));

  private static ObjectSchema.Property property(Schema schema) {
    return new ObjectSchema.Property(schema, false, null, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#|k0 is not a known field",
        "{'word':#}|word must be of type string",
        "{'word':[#]}|word must be of type string",
        "{'lines':['a','b','c',#]}|lines must have at most 2 items",
        "{'lines':['a',#]}|lines[1] must be of type string",
        "[#]|body must be of type object",
        "{'word':1e9999999999}|word must be a finite number",
        "{'lines':['a',1e-2147483649]}|lines[1] must be a finite number",
        "{'word':0e9999999999}|word must be a finite number",
      })
  void junkIsNotReadToItsEnd(String form, String sentence) throws IOException {
    String body = form.replace('\'', '"').replace("#", MANY);
    try (JsonParser in = Json.parser(Buffer.buffer(body))) {
      Fault fault = assertThrows(Fault.class, () -> JsonBody.read(in, LINE));
      assertEquals(sentence, fault.ofBody().getMessage());
      assertTrue(in.currentLocation().getCharOffset() < 100, "read on: " + in.currentLocation());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "{", "[1", "{'a':1,'a':2}", "{'a':{'b':1,'b':1}}",
        "1 2", "{} {}", "tru", "{'a'}", "[1,]", "NaN",
        "\u0000"
      })
  void whatIsNoJsonIsRefused(String body) {
    assertThrows(IOException.class, () -> read(body.replace('\'', '"'), null));
  }

  /** Small bodies are decoded at once, large ones while they are read. */
  @ParameterizedTest
  @ValueSource(ints = {0, 100_000})
  void rejectsInvalidUtf8(int padding) {
    byte[] body = ("[\"" + "x".repeat(padding) + "?\"]").getBytes(StandardCharsets.US_ASCII);
    body[body.length - 3] = (byte) 0xc3;
    assertThrows(
        IOException.class,
        () -> {
          try (JsonParser in = Json.parser(Buffer.buffer(body))) {
            JsonBody.read(in, null);
          }
        });
  }

  @Test
  void readsLargeBody() throws IOException {
    String text = "häß€😀".repeat(20_000);
    assertEquals(Map.of("text", text), read(Json.encode(Map.of("text", text)).toString(), null));
  }

  @Test
  void readsExactNumbers() throws IOException {
    assertEquals(
        List.of(1, 3_000_000_000L, new BigDecimal("0.1234567890123456789")),
        read("[1,3000000000,0.1234567890123456789]", null));
  }

  /**
   * Reading token by token rejects the same bodies as validating the whole, and returns the same
   * value for the others.
   */
  @Test
  void matchesWholeBodyValidation() throws IOException {
    Random random = new Random(20_261_122);
    List<Schema> schemas =
        ContractFiles.load("X-API-Key", "").operations().stream()
            .map(operation -> operation.validation().json())
            .filter(schema -> schema != null)
            .toList();
    int right = 0;
    for (Schema schema : schemas) {
      for (int i = 0; i < 400; i++) {
        String body = Json.encode(like(schema, random, 0)).toString();
        Optional<Object> whole = outcome(() -> Json.parse(Buffer.buffer(body)), schema);
        assertEquals(whole, outcome(() -> read(body, schema), schema), body);
        right += whole.isPresent() ? 1 : 0;
      }
    }
    assertTrue(right > 1_000, "only " + right + " bodies were right");
  }

  private interface Reading {
    Object read() throws IOException;
  }

  private static Optional<Object> outcome(Reading reading, Schema schema) throws IOException {
    try {
      return Optional.ofNullable(schema.check(reading.read()));
    } catch (Fault fault) {
      return Optional.empty();
    }
  }

  private static Object read(String body, Schema schema) throws IOException {
    try (JsonParser in = Json.parser(Buffer.buffer(body))) {
      return JsonBody.read(in, schema);
    }
  }

  /** Returns a value that often conforms to the schema. */
  private static Object like(Schema schema, Random random, int depth) {
    if (random.nextInt(30) == 0 || depth > 5) {
      return odd(random);
    }
    return switch (schema) {
      case Schema.Text text -> text.values().stream().findFirst().orElse(word(text, random));
      case Schema.Whole whole -> Math.max(whole.min(), Math.min(whole.max(), 7));
      case Schema.Decimal number -> new BigDecimal("1.5");
      case Schema.Flag flag -> random.nextBoolean();
      case Schema.Nullable maybe ->
          random.nextBoolean() ? null : like(maybe.schema(), random, depth + 1);
      case Schema.Any any -> odd(random);
      case ArraySchema list ->
          list.lone() && random.nextBoolean()
              ? like(list.item(), random, depth + 1)
              : Stream.generate(() -> like(list.item(), random, depth + 1))
                  .limit(random.nextInt(4))
                  .toList();
      case ChoiceSchema choice ->
          like(choice.schemas().get(random.nextInt(choice.schemas().size())), random, depth + 1);
      case ObjectSchema object -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        object
            .properties()
            .forEach((name, property) -> {
              if (property.required() || random.nextBoolean()) {
                fields.put(name, like(property.schema(), random, depth + 1));
              }
            });
        if (random.nextInt(20) == 0) {
          fields.put("hat", odd(random));
        }
        yield fields;
      }
    };
  }

  private static String word(Schema.Text text, Random random) {
    List<String> words =
        List.of("2026-11-22", "2026-11-22T00:00:00Z", "a@example.com", "ATCG", "UTC", "abc");
    String word = words.get(random.nextInt(words.size()));
    return word.length() >= text.minLength() ? word : word.repeat(text.minLength());
  }

  private static Object odd(Random random) {
    List<Object> odd =
        List.of(
            "x", 1, -2.5, true, List.of(), List.of("x"), Map.of(), Map.of("x", 1), List.of(1, 2));
    return odd.get(random.nextInt(odd.size()));
  }
}
