package dev.gatehouse.embedded;

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
import java.util.function.Supplier;

/** A database: its collections, and which command goes where. */
final class DocumentDatabase implements MongoDatabase {
  private static final int LONGEST_NAMESPACE = 255;

  private final String name;
  private final Supplier<Catalog> catalog;
  private final StoreFile file;
  private final OpenCursors cursors;
  private final ReadCommands reads;
  private final WriteCommands writes;
  private final SchemaCommands schema = new SchemaCommands();
  private final Map<String, StoredCollection> collections = new HashMap<>();

  /**
   * A database over the catalog.
   *
   * @param catalog the catalog of the file as it is open now
   */
  DocumentDatabase(String name, Supplier<Catalog> catalog, StoreFile file, OpenCursors cursors) {
    this.name = name;
    this.catalog = catalog;
    this.file = file;
    this.cursors = cursors;
    this.reads = new ReadCommands(cursors);
    this.writes = new WriteCommands(cursors.registry());
  }

  /** After the file was opened anew, all that was read from it must be read again. */
  void forget() {
    collections.clear();
  }

  @Override
  public String getDatabaseName() {
    return name;
  }

  @Override
  public Document handleCommand(
      Channel channel, String command, Document query, DatabaseResolver databases, Oplog oplog) {
    String target = query.get(command) instanceof String collection ? collection : "";
    return switch (command.toLowerCase(Locale.ROOT)) {
      case "find" -> reads.find(full(target), existing(target), query);
      case "count" -> reads.count(existing(target), query);
      case "distinct" -> reads.distinct(existing(target), query);
      case "aggregate" -> reads.aggregate(this, full(target), existing(target), query, databases);
      case "insert" -> writes.insert(writable(target), query);
      case "update" -> writes.update(writable(target), query);
      case "delete" -> writes.delete(existing(target), query);
      case "findandmodify" -> writes.findAndModify(writable(target), query);
      case "create" -> create(target, query);
      case "drop" -> drop(target);
      case "createindexes" -> schema.createIndexes(writable(target), query);
      case "dropindexes" -> schema.dropIndexes(present(target), query);
      case "listindexes" -> schema.listIndexes(full(target), existing(target));
      case "listcollections" -> schema.listCollections(name, collectionNames(), query);
      case "collstats" -> collectionStatistics(target);
      case "dbstats" -> statistics();
      default -> throw new NoSuchCommandException(command);
    };
  }

  private String full(String collection) {
    return name + "." + collection;
  }

  private StoredCollection existing(String collection) {
    return resolveCollection(collection, false);
  }

  private StoredCollection present(String collection) {
    return Optional.ofNullable(existing(collection))
        .orElseThrow(() -> SchemaCommands.noSuchNamespace(full(collection)));
  }

  private StoredCollection writable(String collection) {
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
    StoredCollection found = collections.get(collection);
    if (found == null && catalog.get().contains(full(collection))) {
      found = hold(collection, catalog.get().open(full(collection)));
    }
    if (found == null && throwIfNotFound) {
      throw new MongoServerException("Collection [" + full(collection) + "] not found.");
    }
    return found;
  }

  private StoredCollection hold(String collection, CollectionData data) {
    StoredCollection held =
        new StoredCollection(this, collection, data, catalog.get(), file, cursors.registry());
    collections.put(collection, held);
    return held;
  }

  private StoredCollection createNew(String collection) {
    if (collection.contains("$") || collection.indexOf('\0') >= 0) {
      throw new InvalidNamespaceError(full(collection));
    }
    return hold(collection, catalog.get().create(full(collection)));
  }

  private Document create(String collection, Document command) {
    CollectionOptions options = CollectionOptions.fromQuery(command);
    options.validate();
    createCollectionOrThrowIfExists(collection, options);
    return Reply.ok();
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
    return Reply.ok(new Document("nIndexesWas", indexes).append("ns", full(collection)));
  }

  @Override
  public void dropCollection(String collection, Oplog oplog) {
    catalog.get().remove(full(collection), resolveCollection(collection, true).data());
    collections.remove(collection);
  }

  @Override
  public void drop(Oplog oplog) {
    collectionNames().forEach(collection -> dropCollection(collection, oplog));
  }

  @Override
  public void moveCollection(MongoDatabase from, MongoCollection<?> collection, String newName) {
    String oldName = collection.getCollectionName();
    catalog.get().rename(collection.getFullName(), full(newName));
    from.unregisterCollection(oldName);
    CollectionData data = ((StoredCollection) collection).data();
    collection.renameTo(this, newName);
    hold(newName, data);
  }

  @Override
  public void unregisterCollection(String collection) {
    collections.remove(collection);
  }

  private List<String> collectionNames() {
    String prefix = name + ".";
    return catalog.get().namespaces().stream()
        .filter(namespace -> namespace.startsWith(prefix))
        .map(namespace -> namespace.substring(prefix.length()))
        .toList();
  }

  private Document collectionStatistics(String collection) {
    StoredCollection found = existing(collection);
    return Reply.ok(
        new Document("ns", full(collection))
            .append("count", found == null ? 0 : found.count())
            .append("nindexes", found == null ? 0 : found.data().indexes().size()));
  }

  private Document statistics() {
    List<String> names = collectionNames();
    long objects = names.stream().mapToLong(each -> existing(each).data().size()).sum();
    return Reply.ok(
        new Document("db", name)
            .append("collections", names.size())
            .append("objects", objects)
            .append("fileSize", file.size()));
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
    // Nothing is kept for a connection.
  }
}
