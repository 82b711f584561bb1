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
  private static final int LARGEST_DOCUMENT = 16 << 20;
  private static final int LARGEST_BATCH = 100_000;

  /** Wire version of MongoDB 7.0. Drivers of today require 9 (MongoDB 4.4) or more. */
  private static final int WIRE_VERSION = 21;

  /** Release of MongoDB with the wire version. */
  private static final String VERSION = "7.0.0";

  private static final String ADMIN = "admin";

  private final Engine engine;
  private final Clock clock;

  DocumentBackend(Engine engine, Clock clock) {
    super(clock);
    this.engine = engine;
    this.clock = clock;
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
    if (isGreeting(command)) {
      return greeting(command);
    }
    try {
      Document reply = super.handleCommand(channel, database, command, query);
      reply.computeIfPresent("version", (key, value) -> VERSION);
      return reply;
    } catch (MongoServerException e) {
      return CommandReply.failure(e);
    }
  }

  private static boolean isGreeting(String command) {
    return command.equalsIgnoreCase("hello") || command.equalsIgnoreCase("isMaster");
  }

  /**
   * Describes a standalone server without sessions. A driver therefore sends no session ids,
   * transactions or retryable writes, and names them if the application requires them.
   */
  private Document greeting(String command) {
    String primary = command.equalsIgnoreCase("hello") ? "isWritablePrimary" : "ismaster";
    return CommandReply.ok(
        new Document("helloOk", true)
            .append(primary, true)
            .append("maxBsonObjectSize", LARGEST_DOCUMENT)
            // Makes clients send batches that fit a small heap.
            .append("maxMessageSizeBytes", LARGEST_MESSAGE)
            .append("maxWriteBatchSize", LARGEST_BATCH)
            .append("localTime", clock.instant())
            .append("minWireVersion", 0)
            .append("maxWireVersion", WIRE_VERSION)
            .append("readOnly", false));
  }

  private static boolean isOfDocuments(String database, String command) {
    return switch (command.toLowerCase(Locale.ROOT)) {
      case "whatsmyuri", "ismaster", "buildinfo", "ping", "serverstatus" -> false;
      case "listdatabases", "renamecollection", "dropdatabase", "getmore", "killcursors" -> true;
      default -> !database.equals(ADMIN);
    };
  }
}
