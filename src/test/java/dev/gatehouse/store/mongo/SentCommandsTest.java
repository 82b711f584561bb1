package dev.gatehouse.store.mongo;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import io.vertx.ext.mongo.MongoClient;
import io.vertx.ext.mongo.impl.codec.json.JsonObjectCodec;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that are sent to a MongoDB server. */
class SentCommandsTest {
  private static final String NOTES = "notes";
  private static final long LONGEST_DELAY = 20_000;

  private final Map<String, BsonDocument> sent = new ConcurrentHashMap<>();
  private final Vertx vertx = Vertx.vertx();
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private DocumentServer store;
  private MongoClient client;
  private MongoClient signs;
  private MongoDocuments documents;

  @BeforeEach
  void begin() {
    store = DocumentServer.start();
    CommandListener listener =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            sent.put(event.getCommandName(), event.getCommand().clone());
          }
        };
    MongoUrl url = MongoUrl.of(store.url());
    client = client(url.settings(), Optional.of(LIMIT), listener);
    signs = client(url.settings(), Optional.empty(), listener);
    documents = new MongoDocuments(client, signs, LIMIT);
  }

  private MongoClient client(
      JsonObject config, Optional<Duration> limit, CommandListener listener) {
    // The Vert.x client encodes its own JSON objects only with these codecs.
    var codecs =
        CodecRegistries.fromRegistries(
            CodecRegistries.fromCodecs(new JsonObjectCodec(config)),
            MongoClientSettings.getDefaultCodecRegistry());
    MongoClientSettings.Builder settings =
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(config.getString("connection_string")))
            .codecRegistry(codecs)
            .addCommandListener(listener);
    limit.ifPresent(time -> settings.timeout(time.toMillis(), TimeUnit.MILLISECONDS));
    return MongoClient.createWithMongoSettings(vertx, config, limit.toString(), settings.build());
  }

  @AfterEach
  void end() {
    client.close().await();
    signs.close().await();
    vertx.close().await();
    store.close();
  }

  private static JsonObject note(String id) {
    return JsonObject.of("_id", id, "text", "t");
  }

  /** Sends each command of the interface, and checks its result. */
  private void sendAll() {
    var all = new JsonObject();
    documents.insert(NOTES, List.of(note("a"), note("b")));
    documents.insert(NOTES, List.of(note("c")));
    documents.replace(NOTES, note("d"));
    var change = JsonObject.of("$set", JsonObject.of("text", "u"));
    assertEquals(4, documents.updateAll(NOTES, all, change));
    assertEquals("u", documents.findOne(NOTES, Query.id("d")).orElseThrow().getString("text"));
    var byId = JsonObject.of("_id", 1);
    assertEquals(
        List.of("b", "c"),
        documents.find(NOTES, all, byId, 1, 2).stream().map(n -> n.getString("_id")).toList());
    assertEquals(4, documents.count(NOTES, all));
    var other = JsonObject.of("$set", JsonObject.of("text", "v"));
    assertEquals(
        "v", documents.update(NOTES, Query.id("e"), other, true).orElseThrow().getString("text"));
    assertEquals("c", documents.remove(NOTES, Query.id("c")).orElseThrow().getString("_id"));
    assertTrue(documents.remove(NOTES, Query.id("c")).isEmpty());
    assertEquals(4, documents.removeAll(NOTES, all));
  }

  /** Returns the time of each command, -1 without one. */
  private Map<String, Long> times() {
    Map<String, Long> times = new TreeMap<>();
    sent.forEach((name, command) ->
        times.put(
            name,
            command.containsKey("maxTimeMS")
                ? command.getNumber("maxTimeMS").longValue()
                : Long.valueOf(-1)));
    return times;
  }

  @Test
  void readsWhatAMajorityHasStored() {
    sendAll();
    for (String read : List.of("find", "aggregate")) {
      var concern = sent.get(read).getDocument("readConcern");
      assertEquals("majority", concern.getString("level").getValue());
    }
  }

  @Test
  void sendsTimeLimitWithEveryCommand() {
    sendAll();
    Map<String, Long> times = times();
    assertEquals(
        Set.of("insert", "update", "find", "aggregate", "findAndModify", "delete"), times.keySet());
    times.forEach((command, millis) ->
        assertTrue(millis <= 30_000 && millis > 30_000 - LONGEST_DELAY, command + ": " + millis));
  }

  @Test
  void sendsNoTimeWithAnIndex() {
    documents.index(NOTES, JsonObject.of("text", 1), new IndexOptions());
    assertEquals(-1, times().get("createIndexes"));
  }

  @Test
  void mapsServerTimeoutByWhetherItWrites() {
    var late = new MongoExecutionTimeoutException(50, "operation exceeded time limit");
    assertThrows(
        StoreAwayException.class,
        () -> {
          throw MongoCalls.ofRead(late);
        });
    assertThrows(
        UnknownOutcomeException.class,
        () -> {
          throw MongoCalls.ofWrite(late);
        });
  }
}
