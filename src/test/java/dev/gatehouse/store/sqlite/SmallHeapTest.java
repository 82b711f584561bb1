package dev.gatehouse.store.sqlite;

import static dev.gatehouse.store.sqlite.TestStore.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.ChildJvm;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.BulkOperation;
import io.vertx.ext.mongo.FindOptions;
import io.vertx.ext.mongo.MongoClient;
import io.vertx.ext.mongo.UpdateOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Serves a collection twice the heap size, with documents of 15 MB, in 96 MB. */
@Tag("slow")
class SmallHeapTest {
  private static final int DOCUMENTS = 40_000;
  private static final int BATCH = 500;
  private static final int LARGE = 15_000_000;

  @TempDir Path directory;
  private final Vertx vertx = Vertx.vertx();
  private Process child;
  private MongoClient client;

  @BeforeEach
  void start() throws IOException {
    child =
        ChildJvm.start(
            Map.of(), List.of("-Xmx96m"), StoreServerMain.class, "0", directory.toString());
    String url = url(child.inputReader());
    client =
        MongoClient.create(
            vertx, new JsonObject().put("connection_string", url).put("db_name", "test"));
  }

  private static String url(BufferedReader output) throws IOException {
    String line = output.readLine();
    while (line != null && !line.contains("mongodb://")) {
      line = output.readLine();
    }
    return line.substring(line.indexOf("mongodb://"));
  }

  @AfterEach
  void stop() {
    await(client.close());
    child.destroyForcibly();
    await(vertx.close());
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private static JsonObject document(int i) {
    return new JsonObject()
        .put("_id", "id" + (100_000 + i))
        .put("n", i)
        .put("group", i % 100)
        .put("text", "x".repeat(5000));
  }

  @Test
  void handlesDataLargerThanHeap() {
    await(client.createIndex("c", json("{'n':1}")));
    for (int i = 0; i < 4; i++) {
      await(
          client.insert(
              "c",
              new JsonObject()
                  .put("_id", "large" + i)
                  .put("n", -1 - i)
                  .put("text", "y".repeat(LARGE))));
    }
    for (int start = 0; start < DOCUMENTS; start += BATCH) {
      List<BulkOperation> batch =
          IntStream.range(start, start + BATCH)
              .mapToObj(SmallHeapTest::document)
              .map(BulkOperation::createInsert)
              .toList();
      await(client.bulkWrite("c", batch));
    }
    await(client.createIndex("c", json("{'group':1,'n':-1}")));
    page();
    JsonArray sums = new JsonArray().add(json("{'$group':{'_id':null,'n':{'$sum':'$n'}}}"));
    TestStream<JsonObject> stream = new TestStream<>(client.aggregate("c", sums));
    long sum = stream.all().getFirst().getLong("n");
    assertEquals((long) DOCUMENTS * (DOCUMENTS - 1) / 2 - 10, sum);
    UpdateOptions multi = new UpdateOptions().setMulti(true);
    JsonObject change = json("{'$inc':{'seen':1}}");
    assertEquals(
        DOCUMENTS,
        await(client.updateCollectionWithOptions("c", json("{'n':{'$gte':0}}"), change, multi))
            .getDocMatched());
    assertEquals(DOCUMENTS, await(client.count("c", json("{'seen':1}"))));
    JsonObject half = json("{'group':{'$lt':50}}");
    assertEquals(DOCUMENTS / 2, await(client.removeDocuments("c", half)).getRemovedCount());
    assertEquals(DOCUMENTS / 2 + 4, await(client.count("c", json("{'n':{'$gt':-9}}"))));
    JsonObject large = await(client.findOne("c", json("{'n':-4}"), null));
    assertEquals(LARGE, large.getString("text").length());
    assertTrue(child.isAlive());
  }

  private void page() {
    FindOptions options =
        new FindOptions().setSort(json("{'n':-1}")).setSkip(200).setLimit(50).setBatchSize(50);
    List<JsonObject> page = await(client.findWithOptions("c", json("{'group':7}"), options));
    assertEquals(50, page.size());
    assertEquals(DOCUMENTS - 93 - 200 * 100, page.getFirst().getInteger("n"));
  }
}
