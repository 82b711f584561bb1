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
 * The documents in a store's file, to be read only: a store in another process may have it open and
 * go on writing.
 */
public final class EmbeddedReader implements AutoCloseable {
  private final StoreFile file;
  private final Readers readers;

  /** Reads for one who reads to the end: no cursor gets old, so that no time need pass. */
  private final ReadCommands reading = new ReadCommands(new OpenCursors(() -> Instant.EPOCH));

  /**
   * Opens a store's file.
   *
   * @throws IllegalStateException if there is none, or it can't be read
   */
  public EmbeddedReader(Path folder) {
    file = StoreFile.toRead(folder);
    readers = new Readers(file, new LongAdder());
  }

  /** The documents of one database; every command that writes fails. */
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
