package dev.gatehouse.contract;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * Parameter of an operation.
 *
 * @param name its name in requests
 * @param in location in the request
 * @param required whether it must be given
 * @param schema schema of the coerced value
 * @param fallback value if it is absent; null for none
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
   * Returns the value of a client's text, or the default if it is absent; null without a default.
   *
   * @throws ValidationException that describes the problem
   */
  Object value(String text) {
    if (text == null) {
      if (required) {
        throw ValidationException.missing(name);
      }
      return fallback;
    }
    if (in == In.PATH && text.indexOf('/') >= 0 && !mayHaveSlash()) {
      throw new Fault("must not contain a slash").of(name);
    }
    try {
      return schema.check(coerced(schema, text));
    } catch (Fault fault) {
      throw fault.of(name);
    }
  }

  /** Only a pattern says that a segment of a path may have an encoded slash. */
  private boolean mayHaveSlash() {
    return schema instanceof Schema.Text text && text.pattern() != null;
  }

  /**
   * Converts the text to the schema's type. Text that cannot be converted is returned unchanged,
   * and the schema rejects it.
   */
  static Object coerced(Schema schema, String text) {
    return switch (schema) {
      case Schema.Whole whole when WHOLE.matcher(text).matches() -> new BigDecimal(text);
      case Schema.Decimal decimal when DECIMAL.matcher(text).matches() -> new BigDecimal(text);
      case Schema.Flag flag when text.equals("true") -> true;
      case Schema.Flag flag when text.equals("false") -> false;
      default -> text;
    };
  }
}
