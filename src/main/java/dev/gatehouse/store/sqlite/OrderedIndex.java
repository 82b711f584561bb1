package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.QueryMatcher;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Index of a collection: a tree of entries, each with a key's bytes and a document's position. */
final class OrderedIndex {
  private final Session session;
  private final long tree;
  private final IndexDefinition definition;
  private final QueryMatcher matcher = new DefaultQueryMatcher();
  private int arrayFields;
  private boolean building;

  /**
   * Binds a definition to its entries.
   *
   * @param arrayFields a bit for each field that has ever contained an array here
   * @param building whether entries of older documents are still missing
   */
  OrderedIndex(
      Session session, long tree, IndexDefinition definition, int arrayFields, boolean building) {
    this.session = session;
    this.tree = tree;
    this.definition = definition;
    this.arrayFields = arrayFields;
    this.building = building;
  }

  /** Returns the index from its stored definition within a collection's definition. */
  static OrderedIndex of(Session session, Document stored) {
    return new OrderedIndex(
        session,
        ((Number) stored.get("tree")).longValue(),
        IndexDefinition.of((Document) stored.get("definition")),
        ((Number) stored.get("arrays")).intValue(),
        Utils.isTrue(stored.get("building")));
  }

  Document stored() {
    return new Document("definition", definition.description())
        .append("tree", tree)
        .append("arrays", arrayFields)
        .append("building", building);
  }

  IndexDefinition definition() {
    return definition;
  }

  long tree() {
    return tree;
  }

  int arrayFields() {
    return arrayFields;
  }

  boolean isBuilding() {
    return building;
  }

  /** Returns whether each document has exactly one entry. */
  boolean hasOneEntryEach() {
    return arrayFields == 0 && !definition.sparse() && definition.filter() == null;
  }

  void built() {
    building = false;
  }

  /**
   * Rejects a document whose unique key another document has.
   *
   * @param keys the document's keys
   * @param position current or future position of the document, whose own entries are ignored
   */
  void check(Collection<byte[]> keys, Document document, long position, String namespace) {
    if (!definition.unique()) {
      return;
    }
    for (byte[] key : keys) {
      for (Session.Entry entry : session.entries().of(tree, key)) {
        if (entry.position() != position) {
          throw new DuplicateKeyError(
              namespace, definition.name() + " dup key: " + describe(document));
        }
      }
    }
  }

  private String describe(Document document) {
    return definition.fields().stream()
        .map(IndexField::path)
        .map(path -> path + ": " + Utils.getSubdocumentValueCollectionAware(document, path))
        .collect(Collectors.joining(", ", "{ ", " }"));
  }

  void add(Collection<byte[]> keys, long position, NewEntries entries) {
    for (byte[] key : keys) {
      entries.add(tree, key, position);
    }
  }

  void remove(Document document, long position) {
    for (byte[] key : keys(document)) {
      session.entries().remove(tree, key, position);
    }
  }

  void replace(Document before, Collection<byte[]> now, long position, NewEntries entries) {
    Collection<byte[]> old = keys(before);
    for (byte[] key : old) {
      if (!contains(now, key)) {
        session.entries().remove(tree, key, position);
      }
    }
    for (byte[] key : now) {
      // An index that is being built may lack even an unchanged key.
      if (building || !contains(old, key)) {
        entries.add(tree, key, position);
      }
    }
  }

  private static boolean contains(Collection<byte[]> keys, byte[] wanted) {
    return keys.stream().anyMatch(key -> Arrays.equals(key, wanted));
  }

  /** Returns the keys of a document in this index; empty if the index's filter excludes it. */
  Collection<byte[]> keys(Document document) {
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

  /**
   * Returns the position of the document with this value in a unique index of one field, or END.
   */
  long positionOf(Object value) {
    List<Session.Entry> found =
        session.entries().of(tree, new KeyWriter().value(value, true).end().toBytes());
    return found.isEmpty() ? Scan.END : found.getFirst().position();
  }

  /** Returns the number of entries in some ranges, at most {@code max}. */
  long count(List<Range> ranges, long max) {
    long count = 0;
    for (Range range : ranges) {
      if (count >= max) {
        return count;
      }
      count += session.entries().count(tree, range, max - count);
    }
    return count;
  }
}
