package dev.gatehouse.store.mongo;

import module java.base;

import com.mongodb.MongoClientSettings;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import io.vertx.ext.mongo.impl.config.MongoClientOptionsParser;

/** Settings of the clients of a document server: timeouts and connections. */
public final class MongoTimes {
  /**
   * Milliseconds after which a server with a broken connection is checked again. All commands wait
   * for this check, and the driver's default of 500 ms is longer than most commands take.
   */
  private static final int SECOND_LOOK = 50;

  /** Connections for server checks: one that is late, and one for the next check. */
  private static final int SIGNS = 2;

  /** Milliseconds after which an unused connection may be dead. */
  private static final int IDLE = 60_000;

  private static final AtomicLong CLIENTS = new AtomicLong();

  private MongoTimes() {}

  /**
   * Creates a client whose commands tell the server their time limit, so that it does not continue
   * to work for a caller that has gone.
   */
  public static MongoClient client(Vertx vertx, JsonObject config, Duration timeout) {
    var settings = new MongoClientOptionsParser(vertx, config).settings();
    return MongoClient.createWithMongoSettings(
        vertx,
        config,
        // Clients with one name would share their connections and settings.
        "gatehouse-" + CLIENTS.incrementAndGet(),
        MongoClientSettings.builder(settings)
            .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .build());
  }

  /**
   * Returns settings for a client whose connections have the timeouts of commands.
   *
   * @param selectionTimeout maximum time that a command waits for an available server
   * @param timeout timeout of a command after that
   */
  public static JsonObject ofCommands(Duration selectionTimeout, Duration timeout) {
    return new JsonObject()
        .put("serverSelectionTimeoutMS", selectionTimeout.toMillis())
        .put("waitQueueTimeoutMS", selectionTimeout.toMillis())
        .put("minHeartbeatFrequencyMS", SECOND_LOOK)
        .put("connectTimeoutMS", Math.toIntExact(timeout.toMillis()))
        .put("socketTimeoutMS", Math.toIntExact(timeout.toMillis()));
  }

  /**
   * Returns settings for the client that checks the server.
   *
   * @param selectionTimeout maximum time that a command of the other client waits for the server
   * @param timeout timeout of a command
   */
  public static JsonObject ofServerChecks(Duration selectionTimeout, Duration timeout) {
    return ofCommands(selectionTimeout, timeout)
        .put("socketTimeoutMS", Math.toIntExact(timeout.toMillis() / MongoCalls.PROBE))
        // Connection options of the URL apply to the client for commands only.
        .put("minPoolSize", 0)
        .put("maxPoolSize", SIGNS)
        .put("maxIdleTimeMS", IDLE);
  }
}
