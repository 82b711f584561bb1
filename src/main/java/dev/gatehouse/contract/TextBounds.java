package dev.gatehouse.contract;

import java.util.regex.Pattern;

/**
 * Rejects unbounded text from clients at startup. A text needs a maximum length, a list of values,
 * a format, or a pattern. The pattern must be anchored at both ends and have no unlimited
 * repetition.
 */
final class TextBounds {
  /** Character class or escaped character, in which repetition characters are literal. */
  private static final Pattern ONE_CHARACTER = Pattern.compile("\\\\.|\\[\\^?(\\\\.|[^\\]\\\\])+]");

  private static final Pattern ENDLESS = Pattern.compile("[*+]|\\{[0-9]+,}");

  private TextBounds() {}

  /**
   * @param place location of the schema, for the message
   * @throws ContractException that names the unbounded text
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
        // Bounded by the maximum size of a body.
      }
      case Schema.Decimal decimal -> {
        // The parser limits the text of a number.
      }
      case Schema.Flag flag -> {
        // Only two values.
      }
      case Schema.Whole whole -> {
        // An integer without bounds has already been rejected.
      }
    }
  }

  private static boolean isBounded(Schema.Text text) {
    return text.maxLength() < Integer.MAX_VALUE
        || !text.values().isEmpty()
        || text.format().isTime()
        || (text.pattern() != null && isBounded(text.pattern().pattern()));
  }

  private static boolean isBounded(String pattern) {
    boolean anchored =
        pattern.startsWith("^") && (pattern.endsWith("\\z") || pattern.endsWith("(?![\\s\\S])"));
    String signs = ONE_CHARACTER.matcher(pattern).replaceAll("");
    return anchored && !signs.contains("|") && !ENDLESS.matcher(signs).find();
  }
}
