package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.formats.Sha256;

/**
 * Headers for conditional requests: cache validation of reads, and preconditions of changes. The
 * http package derives a separate tag for a compressed response.
 */
final class EntityTags {
  private static final int TAG_BYTES = 16;

  private EntityTags() {}

  /** Returns the headers of a page. The tag depends on the data and on the requested part. */
  static Map<String, String> page(Call call, SymbolFile file) {
    String query = Integer.toHexString(call.parameters().hashCode());
    return of(file.tail().revision() + '-' + query, file.lastUpdated());
  }

  /** Returns the headers of a symbol's description, which contains the time of the last change. */
  static Map<String, String> metadata(SymbolFile file) {
    return of(change(file), file.lastUpdated());
  }

  /** Returns the tag of a symbol's last change. */
  static String change(SymbolFile file) {
    return file.tail().revision() + '-' + file.lastUpdated().toEpochMilli();
  }

  /**
   * Returns the headers of a page of the list. The tag covers its symbols and their changes. There
   * is no modification time, because a deletion can make the latest time earlier.
   *
   * @param total number of symbols on all pages
   */
  static Map<String, String> list(List<SymbolFile> files, long total) {
    String changes =
        files.stream()
            .map(file -> file.id() + ' ' + change(file))
            .collect(Collectors.joining("\n", total + "\n", ""));
    return Map.of("ETag", "W/\"" + Sha256.hex(changes, TAG_BYTES) + '"');
  }

  private static Map<String, String> of(String tag, Instant lastModified) {
    return Map.of("ETag", '"' + tag + '"', "Last-Modified", HttpDate.text(lastModified));
  }
}
