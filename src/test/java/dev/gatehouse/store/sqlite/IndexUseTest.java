package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A query with an index must not read more documents than it returns. A hidden scan fails this
 * test.
 */
class IndexUseTest {
  private static final int DOCUMENTS = 5000;

  @TempDir static Path directory;
  private static TestStore store;
  private static DocumentCommands documents;

  @BeforeAll
  static void fill() {
    store = new TestStore(directory, false);
    documents = store.documents();
    for (String key :
        List.of("{'at':-1}", "{'level':1,'at':-1}", "{'tags':1,'at':1}", "{'in.x':1}")) {
      documents.index("c", json(key), new IndexOptions());
    }
    IndexOptions open =
        new IndexOptions().name("open").partialFilterExpression(json("{'open':true}"));
    documents.index("c", json("{'owner':1}"), open);
    documents.index("c", json("{'key':1}"), new IndexOptions().sparse(true));
    for (int start = 0; start < DOCUMENTS; start += 1000) {
      documents.insert(
          "c", IntStream.range(start, start + 1000).mapToObj(IndexUseTest::document).toList());
    }
  }

  private static JsonObject document(int i) {
    return new JsonObject()
        .put("_id", "id" + (10_000 + i))
        .put("at", i)
        .put("level", i % 50 == 0 ? "ERROR" : "INFO")
        .put("tags", new JsonArray().add("t" + i % 100).add("even" + i % 2))
        .put("in", new JsonObject().put("x", i % 500))
        .put("owner", "o" + i % 250)
        .put("open", i % 10 == 0)
        .put(i % 500 == 0 ? "key" : "other", i);
  }

  @AfterAll
  static void close() {
    store.close();
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  /** Query, sort, skip, limit, number of results, and maximum documents read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'_id':'id10007'}                                   | {}                   |    0 |  0 |  1 |  1
          {'_id':{'$in':['id10007','id10008','no']}}          | {'_id':-1}           |    0 |  0 |  2 |  2
          {}                                                  | {'at':-1}            |    0 | 50 | 50 | 50
          {}                                                  | {'at':1}             | 4900 | 50 | 50 | 50
          {}                                                  | {}                   | 4990 |  0 | 10 | 10
          {'at':{'$gte':100,'$lt':120}}                       | {'at':-1}            |    0 |  0 | 20 | 20
          {'level':'ERROR'}                                   | {'at':-1}            |   80 | 10 | 10 | 10
          {'level':'ERROR','at':{'$gt':4000}}                 | {'at':1}             |    0 |  0 | 19 | 19
          {'level':{'$in':['ERROR','FATAL']}}                 | {'level':1,'at':-1}  |   10 | 10 | 10 | 10
          {'$and':[{'level':'ERROR'},{'at':{'$lt':500}}]}     | {'level':1,'at':-1}  |    0 |  0 | 10 | 10
          {'tags':'t7'}                                       | {'at':1}             |    0 |  5 |  5 |  5
          {'tags':{'$in':['t7','t8']}}                        | {}                   |    0 |  0 |100 |100
          {'in.x':7}                                          | {'at':1}             |    0 |  0 | 10 | 20
          {'owner':'o10','open':true}                         | {}                   |    0 |  0 | 20 | 20
          {'key':{'$gte':0}}                                  | {'key':-1}           |    0 |  0 | 10 | 10
          {'$or':[{'at':5},{'in.x':7}]}                       | {}                   |    0 |  0 | 11 | 11
          {'level':'INFO','at':{'$lte':9},'tags':'even1'}     | {}                   |    0 |  0 |  5 |  9
          """)
  void readsLittleMoreThanItGives(
      String query, String sort, int skip, int limit, int expected, int mostRead) {
    long before = store.engine().documentsRead();
    List<JsonObject> found = documents.find("c", json(query), json(sort), skip, limit);
    long read = store.engine().documentsRead() - before;
    assertEquals(expected, found.size());
    assertTrue(read <= mostRead, () -> "read " + read + " documents for " + expected);
  }

  @Test
  void countsWithoutReadingDocuments() {
    long before = store.engine().documentsRead();
    assertEquals(100, documents.count("c", json("{'level':'ERROR'}")));
    assertEquals(DOCUMENTS - 100, documents.count("c", json("{'level':'INFO'}")));
    assertEquals(20, documents.count("c", json("{'level':'ERROR','at':{'$lt':1000}}")));
    assertEquals(DOCUMENTS, documents.count("c", new JsonObject()));
    assertEquals(before, store.engine().documentsRead());
  }

  @Test
  void findsDocumentsForUpdateAndDeleteByIndex() {
    documents.insert("c", List.of(json("{'_id':'extra','at':9000,'level':'FATAL'}")));
    long before = store.engine().documentsRead();
    documents.updateAll("c", json("{'level':'FATAL'}"), json("{'$set':{'at':9001}}"));
    documents.update("c", json("{'at':9001}"), json("{'$inc':{'at':1}}"), false);
    assertEquals(1, documents.removeAll("c", json("{'at':9002}")));
    assertTrue(store.engine().documentsRead() - before <= 6);
  }

  @Test
  void deletesManyWithOneReadEach() {
    List<JsonObject> many =
        IntStream.range(0, 300)
            .mapToObj(i -> json("{'_id':'many" + i + "','at':" + (20_000 + i) + "}"))
            .toList();
    documents.insert("c", many);
    long before = store.engine().documentsRead();
    JsonObject late = json("{'at':{'$gte':20000}}");
    assertEquals(300, documents.removeAll("c", late));
    long read = store.engine().documentsRead() - before;
    assertTrue(read <= 310, read + " documents were read");
  }

  @Test
  void scansCollectionWithoutIndex() {
    long before = store.engine().documentsRead();
    assertEquals(
        1, documents.find("c", json("{'other':{'$eq':17}}"), new JsonObject(), 0, 0).size());
    assertTrue(store.engine().documentsRead() - before >= DOCUMENTS);
  }
}
