package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractMongoBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerException;
import io.netty.channel.Channel;
import java.time.Clock;
import java.util.Locale;

/**
 * Adapter of the engine for mongo-java-server's wire protocol, which answers commands unrelated to
 * documents.
 */
final class DocumentBackend extends AbstractMongoBackend {
  private static final int LARGEST_MESSAGE = 20_000_000;
  private static final String ADMIN = "admin";

  private final Engine engine;

  DocumentBackend(Engine engine, Clock clock) {
    super(clock);
    this.engine = engine;
  }

  @Override
  protected MongoDatabase openOrCreateDatabase(String name) {
    throw new UnsupportedOperationException("databases are the engine's");
  }

  @Override
  public Document handleCommand(Channel channel, String database, String command, Document query) {
    if (isOfDocuments(database, command)) {
      return engine.run(database, command, query);
    }
    try {
      Document reply = super.handleCommand(channel, database, command, query);
      // Makes clients send batches that fit a small heap.
      reply.computeIfPresent("maxMessageSizeBytes", (key, value) -> LARGEST_MESSAGE);
      return reply;
    } catch (MongoServerException e) {
      return CommandReply.failure(e);
    }
  }

  private static boolean isOfDocuments(String database, String command) {
    return switch (command.toLowerCase(Locale.ROOT)) {
      case "whatsmyuri", "ismaster", "buildinfo", "ping", "serverstatus" -> false;
      case "listdatabases", "renamecollection", "dropdatabase", "getmore", "killcursors" -> true;
      default -> !database.equals(ADMIN);
    };
  }
}
