package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Sort order of a query, as one byte array per document that is compared unsigned. */
final class SortOrder {
  private static final String NATURAL = "$natural";

  private final List<IndexField> fields = new ArrayList<>();

  SortOrder(Document orderBy) {
    for (Map.Entry<String, Object> entry : orderBy.entrySet()) {
      fields.add(new IndexField(entry.getKey(), isAscending(entry.getValue())));
    }
  }

  static boolean isAscending(Object direction) {
    if (!(direction instanceof Number number) || number.doubleValue() == 0) {
      throw new MongoServerError(15974, "a sort direction is 1 or -1, not " + direction);
    }
    return number.doubleValue() > 0;
  }

  /** Returns 1 or -1 for a sort by {@code $natural}, the insertion order; 0 for any other. */
  static int natural(Document orderBy) {
    if (orderBy == null || !orderBy.containsKey(NATURAL)) {
      return 0;
    }
    return isAscending(orderBy.get(NATURAL)) ? 1 : -1;
  }

  byte[] key(Document document) {
    KeyWriter key = new KeyWriter();
    for (IndexField field : fields) {
      key.raw(first(document, field));
    }
    return key.toBytes();
  }

  /**
   * Returns the first key of a field. An array sorts by its least element, or by its greatest when
   * descending.
   */
  private static byte[] first(Document document, IndexField field) {
    Collection<byte[]> keys = EntryKeys.of(List.of(field), document).keys();
    return keys.stream().min(Arrays::compareUnsigned).orElseThrow();
  }
}
