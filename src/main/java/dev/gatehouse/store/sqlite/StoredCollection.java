package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractMongoCollection;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.exception.InvalidIdFieldError;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.Collection;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Collection for mongo-java-server's update language, findAndModify and aggregation. The library's
 * own list of indexes remains empty. Gatehouse's indexes are in {@link CollectionData}, which
 * performs every write.
 */
final class StoredCollection extends AbstractMongoCollection<Long> {
  private static final String ID_FIELD = "_id";

  private final CollectionData data;
  private final Catalog catalog;
  private boolean changingMany;
  private long[] chosen;
  private int arrays;

  StoredCollection(MongoDatabase database, String name, CollectionData data, Catalog catalog) {
    super(database, name, CollectionOptions.withDefaults(), new CursorRegistry());
    this.data = data;
    this.catalog = catalog;
    this.arrays = arrays();
  }

  CollectionData data() {
    return data;
  }

  /** Stores which indexes contain arrays, within the commit that added the arrays. */
  private void noteArrays() {
    int now = arrays();
    if (now != arrays) {
      catalog.save(getFullName(), data);
      arrays = now;
    }
  }

  private int arrays() {
    int bits = 0;
    for (OrderedIndex index : data.indexes()) {
      bits += Integer.bitCount(index.arrayFields());
    }
    return bits;
  }

  @Override
  public void addDocument(Document document) {
    Object id = document.get(ID_FIELD);
    if (id instanceof Collection) {
      throw new InvalidIdFieldError("The '_id' value cannot be of type array");
    }
    if (!document.containsKey(ID_FIELD)) {
      document.put(ID_FIELD, new ObjectId());
    }
    data.insert(idFirst(document), getFullName());
    noteArrays();
  }

  private static Document idFirst(Document document) {
    if (document.keySet().iterator().next().equals(ID_FIELD)) {
      return document;
    }
    Document ordered = new Document(ID_FIELD, document.get(ID_FIELD));
    ordered.putAll(document);
    return ordered;
  }

  /** Runs an update statement on the given documents that still match it. */
  Document update(long[] positions, Document statement) {
    chosen = positions;
    try {
      return new UpdateStatement(this).run(statement);
    } finally {
      chosen = null;
    }
  }

  /** Deletes the given documents that still match; returns their number. */
  int delete(long[] positions, Document selector) {
    chosen = positions;
    try {
      return super.deleteDocuments(selector, 0, NoopOplog.get());
    } finally {
      chosen = null;
    }
  }

  @Override
  public Document updateDocuments(
      Document selector,
      Document update,
      ArrayFilters arrayFilters,
      boolean isMulti,
      boolean isUpsert,
      Oplog oplog) {
    changingMany = isMulti;
    try {
      return super.updateDocuments(selector, update, arrayFilters, isMulti, isUpsert, oplog);
    } finally {
      changingMany = false;
    }
  }

  @Override
  public int deleteDocuments(Document selector, int limit, Oplog oplog) {
    changingMany = limit <= 0;
    try {
      return super.deleteDocuments(selector, Math.max(limit, 0), oplog);
    } finally {
      changingMany = false;
    }
  }

  @Override
  protected QueryResult queryDocuments(
      Document query, Document orderBy, int skip, int limit, int batchSize, Document projection) {
    if (chosen != null) {
      return new QueryResult(() -> data.settled(chosen, query));
    }
    if (changingMany) {
      return new QueryResult(() -> data.settled(data.positions(query, null), query));
    }
    return new QueryResult(() -> projected(data.find(query, orderBy, skip, limit), projection));
  }

  /** Returns documents reduced to the fields of a projection. */
  Iterator<Document> projected(Results results, Document projection) {
    if (projection == null || projection.isEmpty()) {
      return results;
    }
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return results.hasNext();
      }

      @Override
      public Document next() {
        return project(results.next(), projection);
      }
    };
  }

  Document project(Document document, Document projection) {
    if (projection == null || projection.isEmpty()) {
      return document;
    }
    return matchDocumentsFromStream(Stream.of(document), new Document(), null, 0, 0, 0, projection)
        .iterator()
        .next();
  }

  @Override
  protected void handleUpdate(Long position, Document before, Document after) {
    data.replace(position, before, after, getFullName());
    noteArrays();
  }

  @Override
  public void removeDocument(Document document) {
    data.delete(findDocumentPosition(document), document);
  }

  @Override
  protected Long findDocumentPosition(Document document) {
    return data.positionOf(document.get(ID_FIELD));
  }

  @Override
  public int count() {
    return Math.toIntExact(data.size());
  }

  @Override
  public int count(Document query, int skip, int limit) {
    long matching = Math.max(0, data.count(query == null ? new Document() : query) - skip);
    return Math.toIntExact(limit > 0 ? Math.min(limit, matching) : matching);
  }

  @Override
  protected boolean tracksDataSize() {
    return false;
  }

  @Override
  protected void updateDataSize(int sizeDelta) {
    throw new UnsupportedOperationException("sizes are not tracked");
  }

  @Override
  protected int getDataSize() {
    return 0;
  }

  @Override
  protected Long addDocumentInternal(Document document) {
    return data.insert(document, getFullName());
  }

  @Override
  protected void removeDocument(Long position) {
    data.delete(position, getDocument(position));
  }

  @Override
  protected Document getDocument(Long position) {
    return BsonBytes.decode(data.bytes(position));
  }

  @Override
  protected Stream<DocumentWithPosition<Long>> streamAllDocumentsWithPosition() {
    throw new UnsupportedOperationException("positions are found by id");
  }

  @Override
  protected QueryResult matchDocuments(
      Document query, Document orderBy, int skip, int limit, int batchSize, Document projection) {
    return queryDocuments(query, orderBy, skip, limit, batchSize, projection);
  }

  /** Adds an index, which queries use once it is built. */
  OrderedIndex addIndex(IndexDefinition definition, boolean building) {
    OrderedIndex index = catalog.newIndex(definition, building);
    data.indexes().add(index);
    saveIndexes();
    return index;
  }

  void saveIndexes() {
    catalog.save(getFullName(), data);
    arrays = arrays();
  }
}
