package dev.gatehouse.store.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.MongoClientSettings;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.sqlite.EmbeddedMongo;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import io.vertx.ext.mongo.impl.codec.json.JsonObjectCodec;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.codecs.configuration.CodecRegistries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are sent to a MongoDB server. */
class ReadConcernTest {
  @TempDir Path folder;

  @Test
  void readsWhatAMajorityHasStored() {
    Map<String, String> levels = new ConcurrentHashMap<>();
    CommandListener listener =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            var concern = event.getCommand().getDocument("readConcern", null);
            levels.put(
                event.getCommandName(),
                concern == null ? "" : concern.getString("level").getValue());
          }
        };
    Vertx vertx = Vertx.vertx();
    try (EmbeddedMongo store = EmbeddedMongo.start(folder, 0, false, Clock.systemUTC())) {
      MongoUrl url = MongoUrl.of(store.url());
      // The Vert.x client encodes its own JSON objects only with these codecs.
      var codecs =
          CodecRegistries.fromRegistries(
              CodecRegistries.fromCodecs(new JsonObjectCodec(url.settings())),
              MongoClientSettings.getDefaultCodecRegistry());
      var settings =
          MongoClientSettings.builder()
              .applyConnectionString(url.connection())
              .codecRegistry(codecs)
              .addCommandListener(listener)
              .build();
      MongoClient client =
          MongoClient.createWithMongoSettings(vertx, url.settings(), "test", settings);
      MongoDocuments documents = TestDocuments.commands(client);
      documents.findOne("notes", Query.id("a"));
      documents.count("notes", new JsonObject());
      client.close().await();
    } finally {
      vertx.close().await();
    }
    assertEquals("majority", levels.get("find"));
    assertEquals("majority", levels.get("aggregate"));
  }
}
