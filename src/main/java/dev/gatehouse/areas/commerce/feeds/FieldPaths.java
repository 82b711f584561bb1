package dev.gatehouse.areas.commerce.feeds;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingsException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The paths of fields in somebody's JSON, as JSON pointers (RFC 6901). What is not there, or of
 * another type, is nothing: empty, zero, no.
 */
public final class FieldPaths {
  private static final int MAX_TEXT = 5_000;

  private final Map<String, JsonPointer> paths;

  private FieldPaths(Map<String, JsonPointer> paths) {
    this.paths = paths;
  }

  /**
   * The paths that a setting names: {@code title=/product/title, …}.
   *
   * @param names all fields that there are; one that the setting leaves out is nothing
   */
  public static FieldPaths read(Section own, String key, Set<String> names) {
    Map<String, JsonPointer> paths = new LinkedHashMap<>();
    for (String entry : own.list(key)) {
      String[] halves = entry.split("=", 2);
      Check.that(
          halves.length == 2 && names.contains(halves[0].strip()),
          own.key(key) + " must be field=/pointer for some of " + String.join(", ", names));
      try {
        paths.put(halves[0].strip(), JsonPointer.compile(halves[1].strip()));
      } catch (IllegalArgumentException e) {
        throw new SettingsException(own.key(key) + ": " + halves[1] + " is no JSON pointer");
      }
    }
    return new FieldPaths(paths);
  }

  private JsonNode at(JsonNode item, String field) {
    JsonPointer path = paths.get(field);
    return path == null ? MissingNode.getInstance() : item.at(path);
  }

  /** The items of a list; none where there is no list. */
  public List<JsonNode> items(JsonNode root, String field) {
    List<JsonNode> items = new ArrayList<>();
    JsonNode list = at(root, field);
    if (list.isArray()) {
      list.forEach(items::add);
    }
    return items;
  }

  /** A text or a number as text, without blanks around it; at most 5,000 characters of it. */
  public String text(JsonNode item, String field) {
    JsonNode value = at(item, field);
    String text = value.isValueNode() && !value.isNull() ? value.asText().strip() : "";
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
  }

  /** A web address; empty for any other. */
  public String address(JsonNode item, String field) {
    String text = text(item, field);
    return isAddress(text) ? text : "";
  }

  /** Returns whether a text is an http or https address, and so nothing that a page would run. */
  public static boolean isAddress(String text) {
    return text.matches("https?://[^\\s<>\"]+");
  }

  /** A number, within what a shop can mean; 0 where there is none. */
  public BigDecimal number(JsonNode item, String field) {
    try {
      BigDecimal number = new BigDecimal(text(item, field));
      boolean sane =
          number.precision() - number.scale() < 19 && number.scale() < 19 && number.signum() >= 0;
      return sane ? number : BigDecimal.ZERO;
    } catch (NumberFormatException e) {
      return BigDecimal.ZERO;
    }
  }

  /** A whole number of at most two billion; 0 where there is none. */
  public int count(JsonNode item, String field) {
    return number(item, field).min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
  }

  public boolean flag(JsonNode item, String field) {
    return at(item, field).asBoolean(false);
  }
}
