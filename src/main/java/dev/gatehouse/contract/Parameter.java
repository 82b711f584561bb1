package dev.gatehouse.contract;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * One parameter of an operation.
 *
 * @param name as the client writes it
 * @param in where it stands
 * @param required whether it must be given
 * @param schema of the coerced value
 * @param fallback used when it is absent; null if there is none
 */
record Parameter(String name, In in, boolean required, Schema schema, Object fallback) {
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,40}");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?[0-9]{1,40}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,9})?");

  enum In {
    PATH,
    QUERY,
    HEADER
  }

  /**
   * The value of a client's text; null when there is none.
   *
   * @throws ValidationException that says what is wrong with it
   */
  Object value(String text) {
    if (text == null) {
      if (required) {
        throw new ValidationException(name + " is required");
      }
      return fallback;
    }
    try {
      return schema.check(coerced(text));
    } catch (Fault fault) {
      throw new ValidationException(fault.of(name));
    }
  }

  /**
   * The text as a value of the schema's type; itself where it is none, for the schema to refuse.
   */
  private Object coerced(String text) {
    return switch (schema) {
      case Schema.Whole whole when WHOLE.matcher(text).matches() -> new BigDecimal(text);
      case Schema.Decimal decimal when DECIMAL.matcher(text).matches() -> new BigDecimal(text);
      case Schema.Flag flag when text.equals("true") -> true;
      case Schema.Flag flag when text.equals("false") -> false;
      default -> text;
    };
  }
}
