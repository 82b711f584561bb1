package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;

/**
 * Compares every entry of every index of a closed store with the documents, both ways, and the
 * parts of large documents likewise.
 */
final class IndexAudit {
  private IndexAudit() {}

  /** What does not agree; empty when all is well. */
  static List<String> of(String file) {
    List<String> disagreements = new ArrayList<>();
    try (StoreFile store = new StoreFile(file, false)) {
      Catalog catalog = new Catalog(store, new LongAdder());
      for (String namespace : catalog.namespaces()) {
        CollectionData data = catalog.open(namespace);
        for (OrderedIndex index : data.indexes()) {
          String name = namespace + " " + index.definition().name();
          check(name, data, index, disagreements);
        }
        checkParts(namespace, data, disagreements);
      }
    }
    return disagreements;
  }

  private static void check(
      String name, CollectionData data, OrderedIndex index, List<String> disagreements) {
    TreeSet<byte[]> expected = new TreeSet<>(Arrays::compareUnsigned);
    Results all = data.find(new Document(), null, 0, 0);
    while (all.hasNext()) {
      long position = all.position();
      addEntries(index.definition(), all.next(), position, expected);
    }
    long found = index.entries().sizeAsLong();
    long present = expected.stream().filter(index.entries()::containsKey).count();
    if (found != expected.size() || present != expected.size()) {
      disagreements.add(
          name + ": " + expected.size() + " expected, " + present + " of them there, of " + found);
    }
  }

  private static void checkParts(
      String namespace, CollectionData data, List<String> disagreements) {
    long expected = 0;
    Results all = data.find(new Document(), null, 0, 0);
    while (all.hasNext()) {
      all.next();
      boolean large = all.size() >= LargeDocuments.LARGE_BYTES;
      expected += large ? -Math.floorDiv(-all.size(), LargeDocuments.PART_BYTES) : 0;
    }
    long found = data.large().parts().sizeAsLong();
    if (found != expected) {
      disagreements.add(namespace + ": " + found + " parts of large documents, not " + expected);
    }
  }

  private static void addEntries(
      IndexDefinition definition, Document document, long position, TreeSet<byte[]> expected) {
    if (definition.filter() != null
        && !new DefaultQueryMatcher().matches(document, definition.filter())) {
      return;
    }
    EntryKeys keys = EntryKeys.of(definition.fields(), document);
    if (definition.sparse() && !keys.present()) {
      return;
    }
    for (byte[] key : keys.keys()) {
      expected.add(new KeyWriter().raw(key).position(position).toBytes());
    }
  }
}
