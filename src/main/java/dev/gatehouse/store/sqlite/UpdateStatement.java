package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.AbstractMongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import io.netty.channel.Channel;
import java.util.List;

/**
 * Statement of an update command on one collection. Array filters are parsed only by the library's
 * update command. That command continues after an error even if it must not, so it gets one
 * statement at a time.
 */
final class UpdateStatement extends AbstractMongoDatabase<Long> {
  private final StoredCollection collection;

  UpdateStatement(StoredCollection collection) {
    super(collection.getDatabaseName(), new CursorRegistry());
    this.collection = collection;
  }

  /** Runs the statement. The reply has n, nModified and, if applicable, upserted or writeErrors. */
  Document run(Document statement) {
    Document command =
        new Document("update", collection.getCollectionName())
            .append("updates", List.of(statement));
    return handleCommand(null, "update", command, name -> this, NoopOplog.get());
  }

  @Override
  protected MongoCollection<Long> resolveOrCreateCollection(String name) {
    return collection;
  }

  @Override
  protected void clearLastStatus(Channel channel) {
    // getLastError is not part of the current protocol.
  }

  @Override
  protected void putLastResult(Channel channel, Document result) {
    // getLastError is not part of the current protocol.
  }

  @Override
  protected long getFileSize() {
    throw new UnsupportedOperationException("an update has no size");
  }

  @Override
  protected long getStorageSize() {
    throw new UnsupportedOperationException("an update has no size");
  }

  @Override
  protected Index<Long> openOrCreateUniqueIndex(
      String collectionName, String name, List<IndexKey> keys, boolean sparse) {
    throw new UnsupportedOperationException("an update makes no index");
  }

  @Override
  protected MongoCollection<Long> openOrCreateCollection(String name, CollectionOptions options) {
    throw new UnsupportedOperationException("an update makes no collection");
  }
}
