package dev.gatehouse.areas.trading;

import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.formats.Sha256;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Headers by which a client learns that its copy is still right, and makes sure that what it
 * changes is what it has seen. A compressed answer goes by a tag of its own, which http makes.
 */
final class EntityTags {
  private static final int TAG_BYTES = 16;

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

  /**
   * Of a page of the list: its symbols and their changes. Without a time: a deletion makes the
   * latest one earlier.
   *
   * @param total of all pages
   */
  static Map<String, String> list(List<SymbolFile> files, long total) {
    String changes =
        files.stream()
            .map(file -> file.id() + ' ' + change(file))
            .collect(Collectors.joining("\n", total + "\n", ""));
    return Map.of("ETag", "W/" + tag(Sha256.hex(changes, TAG_BYTES)));
  }

  private static Map<String, String> of(String tag, Instant lastModified) {
    return Map.of("ETag", tag(tag), "Last-Modified", HttpDate.text(lastModified));
  }

  private static String tag(String value) {
    return '"' + value + '"';
  }
}
