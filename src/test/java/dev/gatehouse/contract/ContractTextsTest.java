package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.contract.Schema.ArraySchema;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import dev.gatehouse.contract.Validation.Parameter;
import org.junit.jupiter.api.Test;

/** Every text that a client can send, and the characters that it may contain. */
class ContractTextsTest {
  private static final Contract CONTRACT = ContractFiles.load("X-API-Key", "");

  /** Texts that break other programs or mislead readers. */
  private static final List<String> HOSTILE =
      List.of("\u0000", "\u001B", "\u0085", "\uD800", "\uDC00", "\u202E", "\u2066");

  /** Messages of programs, which may contain escape sequences of terminals. */
  private static final Set<String> OF_PROGRAMS =
      Set.of("LeveledLogEntry.message", "LogMessageRequest.message");

  private final Set<String> open = new TreeSet<>();
  private int texts;

  @Test
  void rejectsHostileCharactersInEveryText() {
    for (Operation operation : CONTRACT.operations()) {
      for (Parameter parameter : operation.validation().parameters().all()) {
        // HTTP limits headers to visible characters.
        if (parameter.in() != Parameter.In.HEADER) {
          walk(parameter.schema(), operation.id() + ' ' + parameter.name());
        }
      }
      for (Schema body : bodies(operation)) {
        walk(body, operation.id());
      }
    }
    assertEquals(
        Set.of(), open, "add format: line or format: paragraph, or a pattern that rejects these");
    assertTrue(texts > 100, texts + " texts");
  }

  private static List<Schema> bodies(Operation operation) {
    List<Schema> bodies = new ArrayList<>();
    // A file is checked by what reads it.
    if (operation.validation().json() != null && operation.body() != Operation.Body.STREAM) {
      bodies.add(operation.validation().json());
    }
    if (operation.validation().form() != null) {
      bodies.add(operation.validation().form());
    }
    return bodies;
  }

  private void walk(Schema schema, String place) {
    switch (schema) {
      case Schema.Text text -> {
        texts++;
        if (!OF_PROGRAMS.contains(place)) {
          check(text, place);
        }
      }
      case ArraySchema list -> walk(list.item(), place + "[]");
      case ChoiceSchema choice -> choice.schemas().forEach(each -> walk(each, place));
      case Schema.Nullable nullable -> walk(nullable.schema(), place);
      case ObjectSchema object -> {
        String name = object.name().isEmpty() ? place : object.name();
        object.properties().forEach((field, each) -> walk(each.schema(), name + '.' + field));
        if (object.rest() != null) {
          walk(object.rest(), name + ".*");
        }
      }
      case Schema.Any any -> {
        // Checked by the area, for example as GraphQL variables.
      }
      case Schema.Decimal decimal -> {
        // Has no text.
      }
      case Schema.Flag flag -> {
        // Has no text.
      }
      case Schema.Whole whole -> {
        // Has no text.
      }
    }
  }

  /** Checks that no text with a hostile character is accepted, in any position. */
  private void check(Schema.Text schema, String place) {
    boolean checked =
        schema.pattern() != null || !schema.values().isEmpty() || schema.format() != Format.NONE;
    if (!checked) {
      open.add(place);
    }
    for (String hostile : HOSTILE) {
      for (String text :
          List.of(
              "ab" + hostile + "cd",
              "https://a.example/" + hostile,
              "a@b.c" + hostile,
              "1" + hostile)) {
        if (accepts(schema, text)) {
          open.add(place);
        }
      }
    }
  }

  private static boolean accepts(Schema.Text schema, String text) {
    try {
      schema.check(text);
      return true;
    } catch (Fault rejected) {
      return false;
    }
  }

  /** Required texts are not blank in any script. */
  @Test
  void rejectsBlankInRequiredTexts() {
    var line = new Schema.Text(1, 10, null, Set.of(), Format.LINE);
    assertEquals("ok", line.check("ok"));
    for (String blank : List.of(" ", "\u00A0", "\u3000", "\u2003\u2003")) {
      assertTrue(!accepts(line, blank), blank);
    }
  }
}
