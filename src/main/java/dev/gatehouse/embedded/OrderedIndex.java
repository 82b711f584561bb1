package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.QueryMatcher;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.h2.mvstore.MVMap;

/** One index of a collection: an ordered map from key bytes and position to nothing. */
final class OrderedIndex {
  private final IndexDefinition definition;
  private final MVMap<byte[], Boolean> entries;
  private final QueryMatcher matcher = new DefaultQueryMatcher();
  private int arrayFields;

  /**
   * Binds a definition to its entries.
   *
   * @param arrayFields a bit for each field that has ever met an array here
   */
  OrderedIndex(IndexDefinition definition, MVMap<byte[], Boolean> entries, int arrayFields) {
    this.definition = definition;
    this.entries = entries;
    this.arrayFields = arrayFields;
  }

  IndexDefinition definition() {
    return definition;
  }

  MVMap<byte[], Boolean> entries() {
    return entries;
  }

  int arrayFields() {
    return arrayFields;
  }

  /**
   * Refuses a document whose key another one has.
   *
   * @param position where the document is or will be: its own entries don't count
   */
  void check(Document document, long position, String namespace) {
    for (byte[] key : keys(document)) {
      if (!definition.unique()) {
        return;
      }
      byte[] found = entries.ceilingKey(key);
      while (found != null && continues(found, key)) {
        if (position(found) != position) {
          throw new DuplicateKeyError(
              namespace, definition.name() + " dup key: " + describe(document));
        }
        found = entries.higherKey(found);
      }
    }
  }

  private static boolean continues(byte[] found, byte[] key) {
    return found.length == key.length + Long.BYTES
        && Arrays.equals(found, 0, key.length, key, 0, key.length);
  }

  private String describe(Document document) {
    return definition.fields().stream()
        .map(IndexField::path)
        .map(path -> path + ": " + Utils.getSubdocumentValueCollectionAware(document, path))
        .collect(Collectors.joining(", ", "{ ", " }"));
  }

  void add(Document document, long position) {
    for (byte[] key : keys(document)) {
      entries.put(full(key, position), Boolean.TRUE);
    }
  }

  void remove(Document document, long position) {
    for (byte[] key : keys(document)) {
      entries.remove(full(key, position));
    }
  }

  void replace(Document before, Document after, long position) {
    Collection<byte[]> old = keys(before);
    Collection<byte[]> now = keys(after);
    for (byte[] key : old) {
      if (!now.contains(key)) {
        entries.remove(full(key, position));
      }
    }
    for (byte[] key : now) {
      if (!old.contains(key)) {
        entries.put(full(key, position), Boolean.TRUE);
      }
    }
  }

  private Collection<byte[]> keys(Document document) {
    if (definition.filter() != null && !matcher.matches(document, definition.filter())) {
      return List.of();
    }
    EntryKeys found = EntryKeys.of(definition.fields(), document);
    if (definition.sparse() && !found.present()) {
      return List.of();
    }
    arrayFields |= found.arrayFields();
    return found.keys();
  }

  private static byte[] full(byte[] key, long position) {
    return new KeyWriter().raw(key).position(position).toBytes();
  }

  /** The document's position, which ends every entry. */
  static long position(byte[] entry) {
    return ByteBuffer.wrap(entry).getLong(entry.length - Long.BYTES) ^ Long.MIN_VALUE;
  }

  long count(Range range) {
    return rank(range.high()) - rank(range.low());
  }

  /** How many entries come before the given bytes; from the tree's counts, not by walking. */
  long rank(byte[] bytes) {
    long index = entries.getKeyIndex(bytes);
    return index >= 0 ? index : -index - 1;
  }
}
