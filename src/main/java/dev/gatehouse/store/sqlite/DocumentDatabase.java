package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.InvalidNamespaceError;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerException;
import de.bwaldvogel.mongo.exception.NamespaceExistsException;
import de.bwaldvogel.mongo.exception.NoSuchCommandException;
import de.bwaldvogel.mongo.oplog.Oplog;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Database as one session sees it: its collections, and the commands that run without slices. */
final class DocumentDatabase implements MongoDatabase {
  private static final int LONGEST_NAMESPACE = 255;

  private final String name;
  private final Databases databases;
  private final Catalog catalog;
  private final SchemaCommands schema = new SchemaCommands();
  private final Map<String, StoredCollection> collections = new HashMap<>();

  DocumentDatabase(String name, Databases databases) {
    this.name = name;
    this.databases = databases;
    this.catalog = databases.catalog();
  }

  @Override
  public String getDatabaseName() {
    return name;
  }

  @Override
  public Document handleCommand(
      Channel channel, String command, Document query, DatabaseResolver resolver, Oplog oplog) {
    return run(command, query);
  }

  /** Runs a command that needs no slices and opens no cursor. */
  Document run(String command, Document query) {
    String target = query.get(command) instanceof String collection ? collection : "";
    return switch (command.toLowerCase(Locale.ROOT)) {
      case "count" -> ReadCommands.count(existing(target), query);
      case "distinct" -> ReadCommands.distinct(existing(target), query);
      case "findandmodify" -> writable(target).findAndModify(query);
      case "create" -> create(target, query);
      case "drop" -> drop(target);
      case "dropindexes" -> schema.dropIndexes(present(target), query);
      case "listindexes" -> schema.listIndexes(full(target), existing(target));
      case "listcollections" -> schema.listCollections(name, collectionNames(), query);
      case "collstats" -> collectionStatistics(target);
      case "dbstats" -> statistics();
      default -> throw new NoSuchCommandException(command);
    };
  }

  String full(String collection) {
    return name + "." + collection;
  }

  /** Returns a collection, or null if it does not exist. */
  StoredCollection existing(String collection) {
    return resolveCollection(collection, false);
  }

  private StoredCollection present(String collection) {
    return Optional.ofNullable(existing(collection))
        .orElseThrow(() -> SchemaCommands.noSuchNamespace(full(collection)));
  }

  /** Returns a collection, created if missing. */
  StoredCollection writable(String collection) {
    if (collection.startsWith("system.")) {
      throw new InvalidNamespaceError(full(collection));
    }
    StoredCollection found = existing(collection);
    return found != null ? found : createNew(collection);
  }

  @Override
  public StoredCollection resolveCollection(String collection, boolean throwIfNotFound) {
    if (collection.isEmpty() || full(collection).length() > LONGEST_NAMESPACE) {
      throw new InvalidNamespaceError(full(collection));
    }
    CollectionData data = catalog.find(full(collection));
    if (data != null) {
      return hold(collection, data);
    }
    if (throwIfNotFound) {
      throw new MongoServerException("Collection [" + full(collection) + "] not found.");
    }
    return null;
  }

  /** Returns the cached collection, or a new one if the catalog was read again since. */
  private StoredCollection hold(String collection, CollectionData data) {
    StoredCollection held = collections.get(collection);
    if (held == null || !held.data().equals(data)) {
      held = new StoredCollection(this, collection, data, catalog);
      collections.put(collection, held);
    }
    return held;
  }

  private StoredCollection createNew(String collection) {
    if (collection.contains("$") || collection.indexOf('\0') >= 0) {
      throw new InvalidNamespaceError(full(collection));
    }
    return hold(collection, catalog.create(full(collection)));
  }

  private Document create(String collection, Document command) {
    CollectionOptions options = CollectionOptions.fromQuery(command);
    options.validate();
    createCollectionOrThrowIfExists(collection, options);
    return CommandReply.ok();
  }

  @Override
  public MongoCollection<?> createCollectionOrThrowIfExists(
      String collection, CollectionOptions options) {
    if (existing(collection) != null) {
      throw new NamespaceExistsException("Collection already exists. NS: " + full(collection));
    }
    return createNew(collection);
  }

  private Document drop(String collection) {
    int indexes = present(collection).data().indexes().size();
    dropCollection(collection, null);
    return CommandReply.ok(new Document("nIndexesWas", indexes).append("ns", full(collection)));
  }

  @Override
  public void dropCollection(String collection, Oplog oplog) {
    catalog.remove(full(collection));
    collections.remove(collection);
  }

  @Override
  public void drop(Oplog oplog) {
    collectionNames().forEach(collection -> dropCollection(collection, oplog));
  }

  /** Renames a collection, possibly into another database. */
  void rename(String collection, DocumentDatabase target, String newName) {
    StoredCollection moved = present(collection);
    if (target.existing(newName) != null) {
      throw new NamespaceExistsException("target namespace exists");
    }
    target.moveCollection(this, moved, newName);
  }

  @Override
  public void moveCollection(MongoDatabase from, MongoCollection<?> collection, String newName) {
    catalog.rename(collection.getFullName(), full(newName));
    from.unregisterCollection(collection.getCollectionName());
  }

  @Override
  public void unregisterCollection(String collection) {
    collections.remove(collection);
  }

  private List<String> collectionNames() {
    String prefix = name + ".";
    return catalog.namespaces().stream()
        .filter(namespace -> namespace.startsWith(prefix))
        .map(namespace -> namespace.substring(prefix.length()))
        .toList();
  }

  private Document collectionStatistics(String collection) {
    StoredCollection found = existing(collection);
    return CommandReply.ok(
        new Document("ns", full(collection))
            .append("count", found == null ? 0 : found.count())
            .append("nindexes", found == null ? 0 : found.data().indexes().size()));
  }

  private Document statistics() {
    List<String> names = collectionNames();
    long objects = names.stream().mapToLong(each -> existing(each).data().size()).sum();
    return CommandReply.ok(
        new Document("db", name)
            .append("collections", names.size())
            .append("objects", objects)
            .append("fileSize", databases.session().fileSize()));
  }

  @Override
  public boolean isEmpty() {
    return collectionNames().isEmpty();
  }

  @Override
  public QueryResult handleQuery(MongoQuery query) {
    throw new MongoServerError(352, "UnsupportedOpQueryCommand", "OP_QUERY is no longer supported");
  }

  @Override
  public void handleClose(Channel channel) {
    // Connections have no state.
  }
}
