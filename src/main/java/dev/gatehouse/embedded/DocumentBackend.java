package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractMongoBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerException;
import io.netty.channel.Channel;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.h2.mvstore.MVStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs commands one after another and commits each before it is answered. A command that MongoDB
 * would refuse midway keeps what it did before; one that fails for any other reason leaves nothing.
 */
final class DocumentBackend extends AbstractMongoBackend {
  private static final Logger log = LoggerFactory.getLogger(DocumentBackend.class);
  private static final int INTERNAL_ERROR = 1;
  private static final int LARGEST_MESSAGE = 20_000_000;

  private final StoreFile file;
  private final LongAdder reads;
  private final OpenCursors cursors;
  private final Map<String, DocumentDatabase> open = new HashMap<>();
  private Catalog catalog;

  /**
   * Opens all databases of a file.
   *
   * @param reads counts the documents read
   */
  DocumentBackend(StoreFile file, LongAdder reads, Clock clock) {
    super(clock);
    this.file = file;
    this.reads = reads;
    this.cursors = new OpenCursors(getCursorRegistry(), clock);
    catalog = new Catalog(file, reads);
    for (String namespace : catalog.namespaces()) {
      resolveDatabase(namespace.substring(0, namespace.indexOf('.')));
    }
  }

  @Override
  protected MongoDatabase openOrCreateDatabase(String name) {
    return open.computeIfAbsent(
        name, key -> new DocumentDatabase(key, () -> catalog, file, cursors));
  }

  @Override
  public synchronized Document handleCommand(
      Channel channel, String database, String command, Document query) {
    try {
      recover();
      Document reply = attempt(() -> super.handleCommand(channel, database, command, query));
      // Clients then send batches that fit a small heap.
      reply.computeIfPresent("maxMessageSizeBytes", (key, value) -> LARGEST_MESSAGE);
      file.commit();
      return reply;
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      boolean failedWrite = e instanceof MVStoreException;
      if (!failedWrite) {
        log.error("the document store could not carry out {}", command, e);
      }
      if (failedWrite || e instanceof Error || file.isChanged()) {
        revert(e);
      }
      return Reply.failure(
          new MongoServerError(
              INTERNAL_ERROR, "InternalError", "the document store failed: " + e.getMessage()));
    }
  }

  /** The reply, be it a refusal: what was done before it stays, as in MongoDB. */
  private static Document attempt(Supplier<Document> command) {
    try {
      return command.get();
    } catch (MongoServerException e) {
      return Reply.failure(e);
    }
  }

  private void recover() {
    file.ensureOpen();
    if (catalog == null) {
      catalog = new Catalog(file, reads);
    }
    if (file.isProbeDue()) {
      try {
        catalog.touch();
        file.commit();
      } catch (MVStoreException e) {
        revert(e);
        recover();
      }
    }
  }

  private void revert(Throwable cause) {
    catalog = null;
    open.values().forEach(DocumentDatabase::forget);
    cursors.dropAll();
    file.revert(cause);
  }

  @Override
  public synchronized void close() {
    super.close();
    file.close();
  }
}
