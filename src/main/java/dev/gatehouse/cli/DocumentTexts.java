package dev.gatehouse.cli;

import dev.gatehouse.formats.AcceptableText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * Checks texts of documents before they are copied. Some databases reject U+0000 and malformed
 * UTF-8, which would end a copy in the middle.
 */
record DocumentTexts(byte[] bson) {
  /** Replacement character of decoders for malformed bytes. */
  private static final char MALFORMED = 0xFFFD;

  /** Returns the ID and the field of a text that another database may reject. */
  static Optional<String> fault(byte[] bson) {
    var document = new RawBsonDocument(bson);
    return new DocumentTexts(bson)
        .fault(document, "")
        .map(field -> "document " + document.get("_id") + ", field " + field);
  }

  private Optional<String> fault(BsonDocument document, String path) {
    return document.entrySet().stream()
        .map(field -> fault(field, path + field.getKey()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> fault(Map.Entry<String, BsonValue> field, String path) {
    return isAcceptable(field.getKey()) ? fault(field.getValue(), path) : Optional.of(path);
  }

  private Optional<String> fault(BsonValue value, String path) {
    return switch (value) {
      case BsonDocument nested -> fault(nested, path + '.');
      case BsonArray list ->
          list.stream().map(each -> fault(each, path + "[]")).flatMap(Optional::stream).findFirst();
      case BsonValue text when text.isString() && !isAcceptable(text.asString().getValue()) ->
          Optional.of(path);
      default -> Optional.empty();
    };
  }

  private boolean isAcceptable(String text) {
    return AcceptableText.isStorable(text) && (text.indexOf(MALFORMED) < 0 || isStored(text));
  }

  /** Returns whether the document has exactly these characters, so that none was replaced. */
  private boolean isStored(String text) {
    byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at + wanted.length <= bson.length; at++) {
      if (Arrays.equals(bson, at, at + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }
}
