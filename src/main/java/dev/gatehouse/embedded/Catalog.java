package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * Which collections there are, under which indexes, and in which maps of the file they lie. Maps
 * are numbered, so that renaming a collection moves nothing.
 */
final class Catalog {
  private static final String SEQUENCE = "sequence";
  private static final String MAP = "map.";

  private final StoreFile file;
  private final MVStore store;
  private final MVMap<String, byte[]> entries;
  private final LongAdder reads;

  Catalog(StoreFile file, LongAdder reads) {
    this.file = file;
    this.store = file.store();
    this.reads = reads;
    this.entries =
        store.openMap(
            "catalog",
            new MVMap.Builder<String, byte[]>()
                .keyType(StringDataType.INSTANCE)
                .valueType(KeyBytes.TYPE));
    sweep();
  }

  /** A crash while an index was built leaves a map that nothing names. */
  private void sweep() {
    LargeDocuments.sweep(store);
    Set<String> named = new HashSet<>();
    for (String namespace : namespaces()) {
      Document entry = BsonBytes.decode(entries.get(namespace));
      named.add((String) entry.get("map"));
      named.add((String) entry.get("large"));
      ((List<?>) entry.get("indexes")).forEach(i -> named.add((String) ((Document) i).get("map")));
    }
    for (String map : store.getMapNames()) {
      if (map.startsWith(MAP) && !named.contains(map)) {
        store.removeMap(map);
      }
    }
  }

  /** Changes nothing, but gives the next commit something to write. */
  void touch() {
    next();
  }

  /** All collections as {@code database.collection}. */
  List<String> namespaces() {
    List<String> names = new ArrayList<>(entries.keySet());
    names.remove(SEQUENCE);
    return names;
  }

  boolean contains(String namespace) {
    return entries.containsKey(namespace);
  }

  CollectionData create(String namespace) {
    CollectionData data =
        new CollectionData(documents(next()), new LargeDocuments(file, next()), reads);
    data.indexes().add(newIndex(IndexDefinition.primary()));
    save(namespace, data);
    return data;
  }

  CollectionData open(String namespace) {
    Document entry = BsonBytes.decode(entries.get(namespace));
    LargeDocuments large = new LargeDocuments(file, (String) entry.get("large"));
    CollectionData data = new CollectionData(documents((String) entry.get("map")), large, reads);
    for (Object each : (List<?>) entry.get("indexes")) {
      Document index = (Document) each;
      data.indexes()
          .add(
              new OrderedIndex(
                  IndexDefinition.of((Document) index.get("definition")),
                  index((String) index.get("map")),
                  ((Number) index.get("arrays")).intValue()));
    }
    return data;
  }

  /** Writes down a collection's indexes as they now are. */
  void save(String namespace, CollectionData data) {
    List<Document> indexes = new ArrayList<>();
    for (OrderedIndex index : data.indexes()) {
      indexes.add(
          new Document("definition", index.definition().description())
              .append("map", index.entries().getName())
              .append("arrays", index.arrayFields()));
    }
    Document entry =
        new Document("map", data.documents().getName())
            .append("large", data.large().parts().getName())
            .append("indexes", indexes);
    entries.put(namespace, BsonBytes.encode(entry));
  }

  OrderedIndex newIndex(IndexDefinition definition) {
    return new OrderedIndex(definition, index(next()), 0);
  }

  void remove(OrderedIndex index) {
    store.removeMap(index.entries());
  }

  void remove(String namespace, CollectionData data) {
    data.indexes().forEach(this::remove);
    store.removeMap(data.documents());
    store.removeMap(data.large().parts());
    entries.remove(namespace);
  }

  void rename(String from, String to) {
    entries.put(to, entries.remove(from));
  }

  private String next() {
    byte[] last = entries.get(SEQUENCE);
    long number = last == null ? 1 : ((Number) BsonBytes.decode(last).get("last")).longValue() + 1;
    entries.put(SEQUENCE, BsonBytes.encode(new Document("last", number)));
    return MAP + number;
  }

  private MVMap<Long, byte[]> documents(String name) {
    return store.openMap(
        name,
        new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(KeyBytes.TYPE));
  }

  private MVMap<byte[], Boolean> index(String name) {
    return store.openMap(
        name, new MVMap.Builder<byte[], Boolean>().keyType(KeyBytes.TYPE).valueType(Present.TYPE));
  }
}
