package dev.gatehouse.store.sqlite;

import static dev.gatehouse.store.sqlite.TestStore.await;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.streams.ReadStream;
import io.vertx.ext.mongo.BulkOperation;
import io.vertx.ext.mongo.BulkWriteOptions;
import io.vertx.ext.mongo.FindOptions;
import io.vertx.ext.mongo.IndexOptions;
import io.vertx.ext.mongo.MongoClient;
import io.vertx.ext.mongo.UpdateOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What vertx-mongo-client offers and the product uses, one by one. */
class ClientFeaturesTest {
  @TempDir Path directory;
  private TestStore store;
  private MongoClient client;

  @BeforeEach
  void open() {
    store = new TestStore(directory, false);
    client = store.client();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private void insert(String... documents) {
    for (String document : documents) {
      await(client.insert("c", json(document)));
    }
  }

  private List<String> ids(String query, FindOptions options) {
    return await(client.findWithOptions("c", json(query), options)).stream()
        .map(found -> found.getValue("_id").toString())
        .toList();
  }

  @Test
  void listsDropsAndRenamesCollections() {
    insert("{'_id':'a'}");
    await(client.createCollection("other"));
    assertEquals(List.of("c", "other"), await(client.getCollections()).stream().sorted().toList());
    await(client.renameCollection("c", "renamed"));
    await(client.dropCollection("other"));
    await(client.dropCollection("never-there"));
    assertEquals(List.of("renamed"), await(client.getCollections()));
    store.reopen();
    client = store.client();
    assertEquals(1, await(client.count("renamed", new JsonObject())));
  }

  @Test
  void enforcesPartialUniqueIndexWithinFilter() {
    IndexOptions open =
        new IndexOptions()
            .unique(true)
            .name("one-open")
            .partialFilterExpression(json("{'open':true}"));
    await(client.createIndexWithOptions("c", json("{'user':1}"), open));
    insert(
        "{'_id':1,'user':'u','open':true}",
        "{'_id':2,'user':'u','open':false}",
        "{'_id':3,'user':'u'}",
        "{'_id':4,'user':'v','open':true}");
    MongoWriteException refused =
        assertThrows(MongoWriteException.class, () -> insert("{'_id':5,'user':'u','open':true}"));
    assertEquals(11000, refused.getCode());
    JsonObject reopen = json("{'$set':{'open':true}}");
    assertEquals(
        11000,
        assertThrows(
                MongoCommandException.class,
                () -> await(client.findOneAndUpdate("c", json("{'_id':2}"), reopen)))
            .getCode());
    await(client.removeDocument("c", json("{'_id':1}")));
    await(client.findOneAndUpdate("c", json("{'_id':2}"), reopen));
    assertEquals(2, await(client.count("c", json("{'open':true}"))));
    JsonArray indexes = await(client.listIndexes("c"));
    assertEquals(
        json("{'open':true}"), indexes.getJsonObject(1).getValue("partialFilterExpression"));
    await(client.dropIndex("c", "one-open"));
    insert("{'_id':6,'user':'u','open':true}");
  }

  @Test
  void countsWithGuardedUpsertUpToLimit() {
    JsonObject query = json("{'_id':'10.0.0.1','n':{'$lt':3}}");
    JsonObject update = json("{'$inc':{'n':1}}");
    UpdateOptions upsert = new UpdateOptions().setUpsert(true).setReturningNewDocument(true);
    for (int i = 1; i <= 3; i++) {
      JsonObject now =
          await(client.findOneAndUpdateWithOptions("c", query, update, new FindOptions(), upsert));
      assertEquals(i, now.getInteger("n"));
    }
    MongoCommandException enough =
        assertThrows(
            MongoCommandException.class,
            () ->
                await(
                    client.findOneAndUpdateWithOptions(
                        "c", query, update, new FindOptions(), upsert)));
    assertEquals(11000, enough.getCode());
    MongoWriteException again =
        assertThrows(
            MongoWriteException.class,
            () ->
                await(
                    client.updateCollectionWithOptions(
                        "c", query, update, new UpdateOptions().setUpsert(true))));
    assertEquals(11000, again.getCode());
  }

  @Test
  void stopsOnlyOrderedBulkWriteAtFirstError() {
    List<BulkOperation> operations =
        List.of(
            BulkOperation.createInsert(json("{'_id':1}")),
            BulkOperation.createInsert(json("{'_id':1}")),
            BulkOperation.createInsert(json("{'_id':2}")),
            BulkOperation.createUpdate(json("{'_id':2}"), json("{'$set':{'x':1}}")),
            BulkOperation.createDelete(json("{'_id':1}")));
    MongoBulkWriteException stopped =
        assertThrows(MongoBulkWriteException.class, () -> await(client.bulkWrite("c", operations)));
    assertEquals(1, stopped.getWriteErrors().getFirst().getIndex());
    assertEquals(11000, stopped.getWriteErrors().getFirst().getCode());
    assertEquals(List.of("1"), ids("{}", new FindOptions()));
    BulkWriteOptions unordered = new BulkWriteOptions().setOrdered(false);
    assertThrows(
        MongoBulkWriteException.class,
        () -> await(client.bulkWriteWithOptions("c", operations, unordered)));
    assertEquals(List.of("2"), ids("{'x':1}", new FindOptions()));
    assertEquals(1, await(client.count("c", new JsonObject())));
  }

  @Test
  void streamsBatchesWhileDocumentsChange() throws Exception {
    List<BulkOperation> inserts =
        IntStream.range(0, 2500)
            .mapToObj(i -> BulkOperation.createInsert(new JsonObject().put("_id", i).put("v", i)))
            .toList();
    await(client.bulkWrite("c", inserts));
    await(client.createIndex("c", json("{'v':1}")));
    FindOptions options = new FindOptions().setSort(json("{'v':-1}")).setBatchSize(100);
    List<Integer> seen = new ArrayList<>();
    CompletableFuture<Void> end = new CompletableFuture<>();
    ReadStream<JsonObject> stream = client.findBatchWithOptions("c", new JsonObject(), options);
    stream.exceptionHandler(end::completeExceptionally);
    stream.endHandler(end::complete);
    stream.handler(document -> {
      seen.add(document.getInteger("_id"));
      if (seen.size() % 100 == 0) {
        // Writes between two batches; the commit releases old pages.
        client.updateCollection(
            "c", json("{'_id':" + (2600 + seen.size()) + "}"), json("{'$inc':{'v':1}}"));
      }
    });
    end.get(30, TimeUnit.SECONDS);
    assertEquals(IntStream.range(0, 2500).mapToObj(i -> 2499 - i).toList(), seen);
  }

  @Test
  void aggregatesUsingIndex() {
    await(client.createIndex("c", json("{'day':1}")));
    List<BulkOperation> inserts =
        IntStream.range(0, 1000)
            .mapToObj(
                i -> new JsonObject().put("_id", i).put("day", i % 100).put("kind", "k" + i % 2))
            .map(BulkOperation::createInsert)
            .toList();
    await(client.bulkWrite("c", inserts));
    long before = store.server().documentsRead();
    JsonArray pipeline =
        new JsonArray()
            .add(json("{'$match':{'day':{'$gte':98}}}"))
            .add(json("{'$group':{'_id':'$kind','n':{'$sum':1}}}"))
            .add(json("{'$sort':{'_id':1}}"));
    List<JsonObject> groups = new TestStream<>(client.aggregate("c", pipeline)).all();
    assertEquals(List.of(json("{'_id':'k0','n':10}"), json("{'_id':'k1','n':10}")), groups);
    assertEquals(20, store.server().documentsRead() - before);
  }

  @Test
  void rejectsInvalidCommandsWithoutSideEffects() {
    insert("{'_id':'a','n':1}");
    for (String query : List.of("{'n':{'$in':5}}", "{'$or':7}", "{'n':{'$nope':1}}")) {
      assertThrows(MongoException.class, () -> ids(query, new FindOptions()), query);
    }
    FindOptions zero = new FindOptions().setSort(json("{'n':0}"));
    assertThrows(MongoException.class, () -> ids("{}", zero));
    assertThrows(
        MongoException.class,
        () -> await(client.updateCollection("c", json("{}"), json("{'$inc':{'_id':1}}"))));
    FindOptions fields = new FindOptions().setFields(json("{'n':1}"));
    JsonObject set = json("{'$set':{'n':2}}");
    assertNull(
        await(
            client.findOneAndUpdateWithOptions(
                "c", json("{'_id':'b'}"), set, fields, new UpdateOptions())));
    assertEquals(List.of("a"), ids("{'n':1}", new FindOptions()));
    assertTrue(store.server().trouble().isEmpty());
  }

  @Test
  void dropsIndexOnlyInItsCollection() {
    IndexOptions unique = new IndexOptions().unique(true).name("by-x");
    await(client.createIndexWithOptions("c", json("{'x':1}"), unique));
    await(client.createIndexWithOptions("d", json("{'x':1}"), unique));
    await(client.dropIndex("c", "by-x"));
    insert("{'_id':1,'x':1}", "{'_id':2,'x':1}");
    await(client.insert("d", json("{'_id':1,'x':1}")));
    store.reopen();
    client = store.client();
    assertThrows(
        MongoWriteException.class, () -> await(client.insert("d", json("{'_id':2,'x':1}"))));
    assertThrows(
        com.mongodb.DuplicateKeyException.class,
        () -> await(client.createIndexWithOptions("c", json("{'x':1}"), unique)));
    insert("{'_id':3,'x':1}");
    assertEquals(1, await(client.listIndexes("c")).size());
  }

  @Test
  void returnsDatesBinariesAndProjections() {
    JsonObject document =
        json("{'_id':'a','at':{'$date':'2024-03-10T06:59:59.123Z'},'in':{'x':1,'y':2}}")
            .put("price", new JsonObject().put("$numberDecimal", "19.99"))
            .put("raw", new JsonObject().put("$binary", new byte[] {1, 2, 3}));
    await(client.insert("c", document.copy()));
    JsonObject read = await(client.findOne("c", json("{'_id':'a'}"), null));
    assertEquals("2024-03-10T06:59:59.123Z", read.getJsonObject("at").getString("$date"));
    JsonObject part = await(client.findOne("c", json("{'_id':'a'}"), json("{'in.x':1,'_id':0}")));
    assertEquals(json("{'in':{'x':1}}"), part);
    assertNull(await(client.findOne("c", json("{'_id':'b'}"), null)));
    assertTrue(read.containsKey("raw"));
  }
}
