package dev.gatehouse.store.sqlite;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Sorts.descending;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store server with the synchronous Java driver, as other programs use it. */
class StoreDriversTest {
  private static final int WIRE_VERSION_OF_7_0 = 21;
  private static final int DUPLICATE_KEY = 11_000;

  @TempDir Path directory;
  private EmbeddedMongo store;
  private MongoClient client;
  private MongoCollection<Document> logs;

  @BeforeEach
  void open() {
    store = EmbeddedMongo.start(directory, 0, false, Clock.systemUTC());
    client = MongoClients.create(store.url());
    logs = client.getDatabase("bot").getCollection("logs");
  }

  @AfterEach
  void close() {
    client.close();
    store.close();
  }

  @Test
  void writesAndReadsByJavaDriver() {
    logs.insertMany(
        IntStream.range(0, 250)
            .mapToObj(i -> new Document("_id", i).append("level", i % 2 == 0 ? "info" : "warn"))
            .toList());
    assertEquals(250, logs.countDocuments());
    List<Integer> ids = new ArrayList<>();
    logs.find(eq("level", "info"))
        .sort(descending("_id"))
        .limit(120)
        .batchSize(50)
        .forEach(each -> ids.add(each.getInteger("_id")));
    assertEquals(120, ids.size(), "the cursor reads three batches");
    assertEquals(248, ids.getFirst());
    assertEquals(10, logs.updateMany(gt("_id", 239), set("seen", true)).getModifiedCount());
    Document counted =
        logs.findOneAndUpdate(
            eq("_id", "counter"),
            inc("value", 1),
            new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER));
    assertEquals(1, counted.getInteger("value"));
    logs.replaceOne(eq("_id", "one"), new Document("a", 1), new ReplaceOptions().upsert(true));
    logs.updateOne(eq("_id", "one"), set("b", 2), new UpdateOptions().upsert(true));
    assertEquals(2, logs.find(eq("_id", "one")).first().getInteger("b"));
    assertEquals(125, logs.deleteMany(eq("level", "warn")).getDeletedCount());
    assertEquals(
        List.of("logs"), client.getDatabase("bot").listCollectionNames().into(new ArrayList<>()));
  }

  @Test
  void reportsDuplicateKeyToJavaDriver() {
    logs.createIndex(Indexes.ascending("name"), new IndexOptions().unique(true));
    logs.insertOne(new Document("name", "a"));
    MongoWriteException twice =
        assertThrows(MongoWriteException.class, () -> logs.insertOne(new Document("name", "a")));
    assertEquals(DUPLICATE_KEY, twice.getError().getCode());
  }

  @Test
  void namesMissingCommandsAndVersion() {
    Document hello = client.getDatabase("admin").runCommand(new Document("hello", 1));
    assertEquals(WIRE_VERSION_OF_7_0, hello.getInteger("maxWireVersion"));
    MongoCommandException missing =
        assertThrows(
            MongoCommandException.class,
            () -> client.getDatabase("bot").runCommand(new Document("mapReduce", "logs")));
    assertTrue(missing.getMessage().contains("mapReduce"), missing.getMessage());
  }
}
