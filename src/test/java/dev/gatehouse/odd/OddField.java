package dev.gatehouse.odd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.gatehouse.formats.PointInTime;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * A field that clients send, and where a reply returns it.
 *
 * @param sent JSON Pointer within an element of the request
 * @param returned JSON Pointer within an element of the reply
 */
record OddField(String sent, String returned, Kind kind) {
  /** The type of the values. */
  enum Kind {
    TEXT,
    NUMBER,
    INTEGER,
    TIME
  }

  static OddField of(Kind kind, String pointer) {
    return new OddField(pointer, pointer, kind);
  }

  /** Returns a value as JSON, and whether it is likely to be accepted. A time is empty. */
  Odd value(OddValues values) {
    boolean wild = values.below(8) == 0;
    return switch (kind) {
      case TEXT -> {
        String text = wild ? values.text() : values.fineText();
        yield new Odd(TextNode.valueOf(text).toString(), !wild);
      }
      case NUMBER ->
          wild
              ? new Odd(values.jsonNumber(), false)
              : new Odd(BigDecimal.valueOf(values.below(500), values.below(4)).toString(), true);
      case INTEGER ->
          wild
              ? new Odd(values.jsonNumber(), false)
              : new Odd(Integer.toString(1 + values.below(90)), true);
      case TIME -> new Odd("", !wild);
    };
  }

  /**
   * A value.
   *
   * @param json its JSON text
   * @param fine whether it is likely to be accepted
   */
  record Odd(String json, boolean fine) {}

  /** Returns what differs between a sent and a returned element; null if nothing does. */
  String difference(JsonNode sentValue, JsonNode element) {
    JsonNode value = element.at(returned);
    boolean same =
        switch (kind) {
          case TEXT ->
              sentValue.textValue().equals(value.textValue()) || isAbsent(sentValue, value);
          case NUMBER, INTEGER ->
              value.isNumber() && sentValue.decimalValue().compareTo(value.decimalValue()) == 0;
          case TIME -> value.isTextual() && isSameTime(sentValue.textValue(), value.textValue());
        };
    return same ? null : returned + ": sent " + sentValue + ", returned " + value;
  }

  /** An empty optional text is absent. */
  private static boolean isAbsent(JsonNode sent, JsonNode value) {
    return sent.textValue().isEmpty() && (value.isNull() || value.isMissingNode());
  }

  private static boolean isSameTime(String sent, String returned) {
    try {
      return PointInTime.first(sent).equals(Instant.parse(returned));
    } catch (DateTimeException e) {
      return false;
    }
  }
}
