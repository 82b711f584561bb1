package dev.gatehouse.areas.commerce.feeds;

import module java.base;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingsException;

/**
 * Paths of fields in a provider's JSON, as JSON pointers (RFC 6901). A field that is missing or of
 * another type is read as empty text, zero or false.
 */
public record FieldPaths(Map<String, JsonPointer> paths) {
  private static final int MAX_TEXT = 5_000;

  /**
   * Reads the paths in a setting: {@code title=/product/title, …}.
   *
   * @param names all known fields; a field that the setting omits is read as missing
   */
  public static FieldPaths read(Section own, String key, Set<String> names) {
    Map<String, JsonPointer> paths = new LinkedHashMap<>();
    for (String entry : own.list(key)) {
      String[] halves = entry.split("=", 2);
      Check.that(
          halves.length == 2 && names.contains(halves[0].strip()),
          own.key(key) + " must be field=/pointer, with a field of " + String.join(", ", names));
      try {
        paths.put(halves[0].strip(), JsonPointer.compile(halves[1].strip()));
      } catch (IllegalArgumentException e) {
        throw new SettingsException(own.key(key) + ": " + halves[1] + " is not a JSON pointer");
      }
    }
    return new FieldPaths(paths);
  }

  /** Returns known paths. */
  public static FieldPaths of(Map<String, String> pointers) {
    Map<String, JsonPointer> paths = new LinkedHashMap<>();
    pointers.forEach((field, pointer) -> paths.put(field, JsonPointer.compile(pointer)));
    return new FieldPaths(paths);
  }

  private JsonNode at(JsonNode item, String field) {
    JsonPointer path = paths.get(field);
    return path == null ? MissingNode.getInstance() : item.at(path);
  }

  /** Returns the items of a list; empty if there is no list. */
  public Optional<List<JsonNode>> items(JsonNode root, String field) {
    JsonNode list = at(root, field);
    if (!list.isArray()) {
      return Optional.empty();
    }
    List<JsonNode> items = new ArrayList<>();
    list.forEach(items::add);
    return Optional.of(items);
  }

  /** Returns a text, or a number of a sane size, as stripped text of at most 5,000 characters. */
  public String text(JsonNode item, String field) {
    JsonNode value = at(item, field);
    boolean readable = value.isTextual() || (value.isNumber() && isSane(value.decimalValue()));
    String text = readable ? value.asText().strip() : "";
    return PlainText.beginning(text, MAX_TEXT);
  }

  /** Returns a web address; empty for any other text. */
  public String address(JsonNode item, String field) {
    return addressOrEmpty(text(item, field));
  }

  /** Returns a web address; empty for null and any other text. */
  public static String addressOrEmpty(String text) {
    return Optional.ofNullable(text).filter(FieldPaths::isAddress).orElse("");
  }

  /**
   * Returns whether a text is an http or https address, which a page never executes as a script.
   */
  public static boolean isAddress(String text) {
    return text.matches("https?://[^\\s<>\"]+");
  }

  /** Returns a number within the limits of a shop; 0 if absent. */
  public BigDecimal number(JsonNode item, String field) {
    try {
      BigDecimal number = new BigDecimal(text(item, field));
      return isSane(number) && number.signum() >= 0 ? number : BigDecimal.ZERO;
    } catch (NumberFormatException e) {
      return BigDecimal.ZERO;
    }
  }

  private static boolean isSane(BigDecimal number) {
    return number.precision() - number.scale() < 19 && number.scale() < 19;
  }

  /** Returns a whole number of at most two billion; 0 if absent. */
  public int count(JsonNode item, String field) {
    return number(item, field).min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
  }

  public boolean flag(JsonNode item, String field) {
    return at(item, field).asBoolean(false);
  }
}
