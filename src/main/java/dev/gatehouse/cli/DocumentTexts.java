package dev.gatehouse.cli;

import dev.gatehouse.formats.AcceptableText;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;

/**
 * Checks texts of documents before they are copied. Some databases reject U+0000 and halves of a
 * character, which would end a copy in the middle.
 */
final class DocumentTexts {
  private DocumentTexts() {}

  /** Returns the ID and the field of a text that another database may reject. */
  static Optional<String> fault(JsonObject document) {
    return fault(document, "")
        .map(field -> "document " + document.getValue("_id") + ", field " + field);
  }

  private static Optional<String> fault(JsonObject object, String path) {
    return object.stream()
        .map(field -> fault(field, path + field.getKey()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> fault(Map.Entry<String, Object> field, String path) {
    return AcceptableText.isStorable(field.getKey())
        ? fault(field.getValue(), path)
        : Optional.of(path);
  }

  private static Optional<String> fault(Object value, String path) {
    return switch (value) {
      case JsonObject nested -> fault(nested, path + '.');
      case JsonArray list ->
          list.stream().map(each -> fault(each, path + "[]")).flatMap(Optional::stream).findFirst();
      case String text when !AcceptableText.isStorable(text) -> Optional.of(path);
      case null, default -> Optional.empty();
    };
  }
}
