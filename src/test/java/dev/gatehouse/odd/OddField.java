package dev.gatehouse.odd;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.gatehouse.formats.PointInTime;

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
    TIME,
    /** A number as text. */
    AMOUNT
  }

  static List<OddField> all(Kind kind, String... pointers) {
    return Arrays.stream(pointers).map(each -> new OddField(each, each, kind)).toList();
  }

  /** Returns a value as JSON. A time is empty. */
  String value(OddValues values, boolean wild) {
    return switch (kind) {
      case TEXT -> TextNode.valueOf(wild ? values.text() : values.fineText()).toString();
      case NUMBER -> wild ? values.jsonNumber() : plain(values).toString();
      case INTEGER -> wild ? values.jsonNumber() : Integer.toString(1 + values.below(90));
      case TIME -> "";
      case AMOUNT ->
          TextNode.valueOf(
                  wild
                      ? values.number()
                      : plain(values).add(BigDecimal.ONE).setScale(2).toPlainString())
              .toString();
    };
  }

  private static BigDecimal plain(OddValues values) {
    return BigDecimal.valueOf(values.below(500), values.below(3));
  }

  /** Returns whether an error names this field. */
  boolean isNamed(String param) {
    String path = sent.replaceAll("/([0-9]+)", "[$1]").substring(1).replace('/', '.');
    return param.endsWith(path);
  }

  /** Returns what differs between a sent and a returned element; null if nothing does. */
  String difference(JsonNode sentValue, JsonNode element) {
    JsonNode value = element.at(returned);
    boolean same =
        switch (kind) {
          case TEXT ->
              sentValue.textValue().equals(value.textValue()) || isAbsent(sentValue, value);
          case NUMBER, INTEGER ->
              value.isNumber() && sentValue.decimalValue().compareTo(value.decimalValue()) == 0;
          case AMOUNT ->
              value.isTextual()
                  && new BigDecimal(sentValue.textValue())
                          .compareTo(new BigDecimal(value.textValue()))
                      == 0;
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
