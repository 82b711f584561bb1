package dev.gatehouse.contract;

import java.util.regex.Pattern;

/**
 * Refuses, at boot, what a client may send and nothing bounds: a text needs a length, a list of
 * values, a format, or a pattern that is anchored at both ends and repeats nothing for ever.
 */
final class TextBounds {
  /** A character class or an escaped character, in which signs of repetition mean themselves. */
  private static final Pattern ONE_CHARACTER = Pattern.compile("\\\\.|\\[\\^?(\\\\.|[^\\]\\\\])+]");

  private static final Pattern ENDLESS = Pattern.compile("[*+]|\\{[0-9]+,}");

  private TextBounds() {}

  /**
   * @param place what has the schema, for the message
   * @throws ContractException that names the text without a bound
   */
  static void mustHold(Schema schema, String place) {
    switch (schema) {
      case Schema.Text text -> {
        if (!isBounded(text)) {
          throw new ContractException(place + " is a text without a maxLength");
        }
      }
      case ArraySchema list -> mustHold(list.item(), place + "[]");
      case ChoiceSchema choice -> choice.schemas().forEach(each -> mustHold(each, place));
      case Schema.Nullable nullable -> mustHold(nullable.schema(), place);
      case ObjectSchema object -> {
        object.properties().forEach((name, field) -> mustHold(field.schema(), place + '.' + name));
        if (object.rest() != null) {
          mustHold(object.rest(), place + ".*");
        }
      }
      case Schema.Any any -> {
        // As long as a body may be.
      }
      case Schema.Decimal decimal -> {
        // A number's text is bounded where it is read.
      }
      case Schema.Flag flag -> {
        // One of two.
      }
      case Schema.Whole whole -> {
        // It has bounds, or it is refused.
      }
    }
  }

  private static boolean isBounded(Schema.Text text) {
    return text.maxLength() < Integer.MAX_VALUE
        || !text.values().isEmpty()
        || text.format() != Format.NONE
        || (text.pattern() != null && isBounded(text.pattern().pattern()));
  }

  private static boolean isBounded(String pattern) {
    boolean anchored =
        pattern.startsWith("^") && (pattern.endsWith("\\z") || pattern.endsWith("(?![\\s\\S])"));
    String signs = ONE_CHARACTER.matcher(pattern).replaceAll("");
    return anchored && !signs.contains("|") && !ENDLESS.matcher(signs).find();
  }
}
