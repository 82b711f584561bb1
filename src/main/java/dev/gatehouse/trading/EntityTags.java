package dev.gatehouse.trading;

import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.HttpDate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Headers by which a client learns that its copy is still right, and makes sure that what it
 * changes is what it has seen. A compressed answer goes by a tag of its own, which http makes.
 */
final class EntityTags {
  private EntityTags() {}

  /** Of a page: the data, and what of them was asked for. */
  static Map<String, String> page(Call call, SymbolFile file) {
    String query = Integer.toHexString(call.parameters().hashCode());
    return of(file.tail().revision() + '-' + query, file.lastUpdated());
  }

  /** Of a symbol's description: it names the time of the last change. */
  static Map<String, String> metadata(SymbolFile file) {
    return of(change(file), file.lastUpdated());
  }

  /** The tag of a symbol's last change. */
  static String change(SymbolFile file) {
    return file.tail().revision() + '-' + file.lastUpdated().toEpochMilli();
  }

  /** Of the list. Without a time: a deletion makes the latest one earlier. */
  static Map<String, String> list(List<SymbolFile> files) {
    Instant latest =
        files.stream()
            .map(SymbolFile::lastUpdated)
            .max(Comparator.naturalOrder())
            .orElse(Instant.EPOCH);
    // A symbol that went and one that came within a millisecond would show in no other way.
    return Map.of("ETag", "W/" + tag(files.size() + "-" + latest.toEpochMilli()));
  }

  private static Map<String, String> of(String tag, Instant lastModified) {
    return Map.of("ETag", tag(tag), "Last-Modified", HttpDate.text(lastModified));
  }

  private static String tag(String value) {
    return '"' + value + '"';
  }
}
