package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Commands createIndexes, dropIndexes, listIndexes and listCollections. */
final class SchemaCommands {
  private static final int INDEX_OPTIONS_CONFLICT = 85;
  private static final int INDEX_KEY_CONFLICT = 86;
  private static final int INDEX_NOT_FOUND = 27;
  private static final int NAMESPACE_NOT_FOUND = 26;
  private static final int INVALID_OPTIONS = 72;

  /**
   * Returns the definitions of a createIndexes command that the collection has no index for.
   *
   * @throws MongoServerError if a definition conflicts with an existing index
   */
  List<IndexDefinition> missing(StoredCollection collection, Document command) {
    List<OrderedIndex> there = collection == null ? List.of() : collection.data().indexes();
    List<IndexDefinition> missing = new ArrayList<>();
    for (Object each : (List<?>) command.get("indexes")) {
      IndexDefinition wanted = IndexDefinition.of((Document) each);
      boolean twice = missing.stream().anyMatch(other -> other.name().equals(wanted.name()));
      if (!twice && isNew(wanted, there)) {
        missing.add(wanted);
      }
    }
    return missing;
  }

  private static boolean isNew(IndexDefinition wanted, List<OrderedIndex> indexes) {
    for (OrderedIndex index : indexes) {
      IndexDefinition there = index.definition();
      boolean primary = there.name().equals(IndexDefinition.ID);
      boolean sameName = there.name().equals(wanted.name());
      boolean sameKey = there.fields().equals(wanted.fields());
      if ((sameKey && primary) || (sameName && there.sameAs(wanted))) {
        return false;
      }
      if (sameName) {
        throw new MongoServerError(
            INDEX_KEY_CONFLICT,
            "IndexKeySpecsConflict",
            "another index has the name " + wanted.name());
      }
      if (sameKey && Objects.equals(there.filter(), wanted.filter())) {
        throw new MongoServerError(
            INDEX_OPTIONS_CONFLICT,
            "IndexOptionsConflict",
            "the index exists under the name " + there.name() + " or with other options");
      }
    }
    return true;
  }

  Document dropIndexes(StoredCollection collection, Document command) {
    List<OrderedIndex> dropped = new ArrayList<>();
    Object which = command.get("index");
    List<?> names = List.of(which);
    if (which instanceof List<?> several) {
      names = several;
    }
    for (Object one : names) {
      dropped.addAll(chosen(collection, one));
    }
    int before = collection.data().indexes().size();
    collection.data().indexes().removeAll(dropped);
    collection.saveIndexes();
    return CommandReply.ok(new Document("nIndexesWas", before));
  }

  private static List<OrderedIndex> chosen(StoredCollection collection, Object which) {
    boolean all = which.equals("*");
    List<OrderedIndex> chosen =
        collection.data().indexes().stream()
            .filter(index ->
                all
                    || index.definition().name().equals(which)
                    || index.definition().description().get("key").equals(which))
            .toList();
    if (chosen.isEmpty()) {
      throw new MongoServerError(INDEX_NOT_FOUND, "IndexNotFound", "no such index: " + which);
    }
    OrderedIndex primary = collection.data().indexes().getFirst();
    if (!all && chosen.contains(primary)) {
      throw new MongoServerError(INVALID_OPTIONS, "InvalidOptions", "cannot drop _id index");
    }
    return chosen.stream().filter(index -> !index.equals(primary)).toList();
  }

  Document listIndexes(String namespace, StoredCollection collection) {
    if (collection == null) {
      throw noSuchNamespace(namespace);
    }
    List<Document> descriptions =
        collection.data().indexes().stream()
            .map(index -> index.definition().description())
            .toList();
    return CommandReply.firstBatch(namespace, descriptions, 0);
  }

  static MongoServerError noSuchNamespace(String namespace) {
    return new MongoServerError(
        NAMESPACE_NOT_FOUND, "NamespaceNotFound", "ns does not exist: " + namespace);
  }

  Document listCollections(String database, List<String> names, Document command) {
    Document filter = (Document) command.getOrDefault("filter", new Document());
    List<Document> found =
        names.stream()
            .map(name ->
                new Document("name", name)
                    .append("type", "collection")
                    .append("options", new Document())
                    .append("info", new Document("readOnly", false)))
            .filter(each -> new DefaultQueryMatcher().matches(each, filter))
            .toList();
    return CommandReply.firstBatch(database + ".$cmd.listCollections", found, 0);
  }
}
