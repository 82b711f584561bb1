package dev.gatehouse.contract;

import io.vertx.json.schema.OutputUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Says in one sentence what is wrong, from the deepest of a validator's many error units. */
final class Complaint {
  /** Keywords that only report that something below them is wrong. */
  private static final Set<String> COMPOUND =
      Set.of("properties", "items", "$ref", "allOf", "anyOf", "oneOf", "prefixItems");

  /** Reported for every property that is wrong in itself, too; so it counts only alone. */
  private static final Set<String> CLOSED = Set.of("additionalProperties", "unevaluatedProperties");

  private Complaint() {}

  static String of(OutputUnit result, String name) {
    List<OutputUnit> units = result.getErrors() == null ? List.of() : result.getErrors();
    return units.stream()
        .min(
            Comparator.comparingInt(Complaint::rank)
                .thenComparing(Comparator.comparingInt(Complaint::depth).reversed()))
        .map(unit -> sentence(unit, name))
        .orElse(name + " is not valid");
  }

  private static int rank(OutputUnit unit) {
    String keyword = keyword(unit);
    if (COMPOUND.contains(keyword)) {
      return 2;
    }
    return CLOSED.contains(keyword) ? 1 : 0;
  }

  private static int depth(OutputUnit unit) {
    return (int) unit.getInstanceLocation().chars().filter(c -> c == '/').count();
  }

  private static String keyword(OutputUnit unit) {
    String location = unit.getKeywordLocation();
    return location.substring(location.lastIndexOf('/') + 1);
  }

  private static String sentence(OutputUnit unit, String name) {
    String error = unit.getError() == null ? "is not valid" : unit.getError();
    String field = field(unit.getInstanceLocation(), name);
    return switch (keyword(unit)) {
      case "required" -> child(unit, name, quoted(error)) + " is required";
      case "additionalProperties", "unevaluatedProperties" ->
          child(unit, name, quoted(error)) + " is not a known field";
      case "type" ->
          field + " must be of type " + error.substring(error.lastIndexOf("Expected ") + 9);
      case "pattern" -> field + " has characters or a form that are not allowed";
      case "enum", "const" ->
          field + " must be one of " + error.substring(error.lastIndexOf("of ") + 3);
      default -> field + ": " + error.toLowerCase(Locale.ROOT).replace("( + ", "(");
    };
  }

  private static String quoted(String error) {
    int start = error.indexOf('"');
    return start < 0 ? "a field" : error.substring(start + 1, error.indexOf('"', start + 1));
  }

  /** {@code #/eventData/title} as {@code eventData.title}; the root by its name. */
  private static String field(String location, String name) {
    String path = location.replaceFirst("^#/?", "").replace('/', '.');
    return path.isEmpty() ? name : path;
  }

  private static String child(OutputUnit unit, String name, String property) {
    String location = unit.getInstanceLocation();
    // Unknown properties are reported at themselves, missing ones at their parent.
    if (CLOSED.contains(keyword(unit)) && location.endsWith("/" + property)) {
      return field(location, name);
    }
    String parent = location.replaceFirst("^#/?", "").replace('/', '.');
    return parent.isEmpty() ? property : parent + "." + property;
  }
}
