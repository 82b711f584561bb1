package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerException;
import de.bwaldvogel.mongo.exception.NoSuchCommandException;
import dev.gatehouse.store.DocumentCommands;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * Read-only access to the documents in a store's file. A store in another process may have it open
 * and continue to write.
 */
public final class EmbeddedReader implements AutoCloseable {
  private final StoreFile file;
  private final Readers readers;

  /**
   * Read commands with a constant clock: their only client reads to the end, so that no cursor has
   * to expire.
   */
  private final ReadCommands reading = new ReadCommands(new OpenCursors(() -> Instant.EPOCH));

  /**
   * Opens a store's file.
   *
   * @throws IllegalStateException if it does not exist or cannot be read
   */
  public EmbeddedReader(Path folder) {
    file = StoreFile.toRead(folder);
    readers = new Readers(file, new LongAdder());
  }

  /** Returns the documents of one database. Every command that writes fails. */
  public DocumentCommands documents(String database) {
    return new EmbeddedDocuments(this::run, database);
  }

  private Document run(String database, String command, Document query) {
    try {
      return switch (command.toLowerCase(Locale.ROOT)) {
        case "find" -> readers.run(all -> reading.find(all.of(database), query));
        case "getmore" -> readers.run(all -> reading.getMore(all.of(database), query));
        case "count", "listcollections" -> readers.run(all -> all.of(database).run(command, query));
        default -> throw new NoSuchCommandException(command);
      };
    } catch (MongoServerException e) {
      return CommandReply.failure(e);
    } catch (StoreFailure e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    readers.close();
    file.close();
  }
}
