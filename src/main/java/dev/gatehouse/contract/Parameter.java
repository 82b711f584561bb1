package dev.gatehouse.contract;

import io.vertx.json.schema.Validator;

/**
 * One parameter of an operation.
 *
 * @param name as the client writes it
 * @param in where it stands
 * @param required whether it must be given
 * @param type what its text is coerced to
 * @param defaultValue used when it is absent; null if there is none
 * @param validator of the coerced value
 */
record Parameter(
    String name, In in, boolean required, Type type, Object defaultValue, Validator validator) {

  enum In {
    PATH,
    QUERY,
    HEADER
  }

  enum Type {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN;

    private static final int MAX_DIGITS = 18;

    /**
     * The text as a value of this type; the text itself where it is none, for the validator to
     * refuse.
     */
    Object coerce(String text) {
      return switch (this) {
        case STRING -> text;
        case INTEGER -> integer(text);
        case NUMBER -> number(text);
        case BOOLEAN ->
            switch (text) {
              case "true" -> Boolean.TRUE;
              case "false" -> Boolean.FALSE;
              default -> text;
            };
      };
    }

    private static Object integer(String text) {
      return text.matches("[+-]?[0-9]{1," + MAX_DIGITS + "}") ? (Object) Long.valueOf(text) : text;
    }

    private static Object number(String text) {
      return text.matches("[+-]?[0-9]{1," + MAX_DIGITS + "}(\\.[0-9]{1," + MAX_DIGITS + "})?")
          ? (Object) Double.valueOf(text)
          : text;
    }
  }
}
