package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The operations that collections use give the same results on a server and in process. */
class BothWaysTest {
  @TempDir Path folder;

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private static List<Object> ids(List<JsonObject> found) {
    return found.stream().map(each -> each.getValue("_id")).toList();
  }

  @ParameterizedTest
  @EnumSource
  void returnsDocumentsUnchanged(Way.Kind kind) {
    JsonObject document =
        json("{'_id':'a','at':{'$date':'2024-03-10T06:59:59.12Z'},'whole':7,'long':7000000000}")
            .put("date", json("{'$date':'2024-03-10T00:00:00Z'}"))
            .put("real", 2.5)
            .put("none", null)
            .put("list", new JsonArray().add(1).add(json("{'x':[true,null]}")))
            .put("price", new BigDecimal("19.90"))
            .put("id", json("{'$oid':'0123456789abcdef01234567'}"))
            .put("empty", new JsonObject());
    JsonObject raw = new JsonObject().put("_id", "raw").put("bytes", json("{}"));
    raw.getJsonObject("bytes").put("$binary", new byte[] {1, 2});
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      documents.insert("c", List.of(document.copy(), raw.copy()));
      JsonObject found = documents.findOne("c", json("{'_id':'a'}")).orElseThrow();
      assertEquals(document.encode(), found.encode());
      assertEquals(Integer.class, found.getValue("whole").getClass());
      assertEquals(Long.class, found.getValue("long").getClass());
      JsonObject rawFound = documents.findOne("c", json("{'_id':'raw'}")).orElseThrow();
      assertArrayEquals(new byte[] {1, 2}, rawFound.getJsonObject("bytes").getBinary("$binary"));
      JsonObject later = json("{'at':{'$gt':{'$date':'2024-03-10T08:59:59.119+02:00'}}}");
      assertEquals(List.of("a"), ids(documents.find("c", later, new JsonObject(), 0, 0)));
      assertEquals(Optional.empty(), documents.findOne("other", new JsonObject()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsInsertsBeforeDuplicate(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      List<JsonObject> some =
          List.of(json("{'_id':1}"), json("{'_id':2}"), json("{'_id':1}"), json("{'_id':3}"));
      assertThrows(DuplicateKeyException.class, () -> documents.insert("c", some));
      assertEquals(
          List.of(1, 2), ids(documents.find("c", new JsonObject(), json("{'_id':1}"), 0, 0)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void replacesUpdatesUpsertsAndRemovesDocument(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      documents.replace("c", json("{'_id':'a','n':1,'old':1}"));
      documents.replace("c", json("{'_id':'a','n':2}"));
      JsonObject more = json("{'$inc':{'n':1}}");
      assertEquals(
          json("{'_id':'a','n':3}"),
          documents.update("c", json("{'_id':'a'}"), more, false).orElseThrow());
      JsonObject guard = json("{'_id':'b','n':{'$lt':2}}");
      assertEquals(Optional.empty(), documents.update("c", guard, more, false));
      assertEquals(1, documents.update("c", guard, more, true).orElseThrow().getValue("n"));
      assertEquals(2, documents.update("c", guard, more, true).orElseThrow().getValue("n"));
      assertThrows(DuplicateKeyException.class, () -> documents.update("c", guard, more, true));
      assertEquals(2, documents.updateAll("c", json("{'n':{'$gt':0}}"), more));
      assertEquals(0, documents.updateAll("none", json("{}"), more));
      assertEquals(
          json("{'_id':'b','n':3}"), documents.remove("c", json("{'_id':'b'}")).orElseThrow());
      assertEquals(Optional.empty(), documents.remove("c", json("{'_id':'b'}")));
      assertEquals(1, documents.removeAll("c", json("{'n':4}")));
      assertEquals(0, documents.removeAll("none", json("{}")));
      assertEquals(0, documents.count("c", new JsonObject()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void createsIndexOnceAndEnforcesIt(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      for (int i = 0; i < 2; i++) {
        documents.index("c", json("{'open':1}"), open());
        documents.index("c", json("{'at':-1,'user':1}"), new IndexOptions());
      }
      documents.insert("c", List.of(json("{'_id':1,'open':'u'}"), json("{'_id':2}")));
      documents.insert("c", List.of(json("{'_id':4}")));
      JsonObject second = json("{'_id':3,'open':'u'}");
      assertThrows(DuplicateKeyException.class, () -> documents.insert("c", List.of(second)));
      JsonObject change = json("{'$set':{'open':'u'}}");
      assertThrows(
          DuplicateKeyException.class,
          () -> documents.update("c", json("{'_id':2}"), change, false));
      assertThrows(DuplicateKeyException.class, () -> documents.replace("c", second));
      IndexOptions all = new IndexOptions().name("u").unique(true);
      assertThrows(
          DuplicateKeyException.class, () -> documents.index("c", json("{'user':1}"), all));
    }
  }

  private static IndexOptions open() {
    return new IndexOptions().name("one-open").unique(true).sparse(true);
  }

  @ParameterizedTest
  @EnumSource
  void readsPagesAndCollectionsBeyondOneBatch(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      documents.index("c", json("{'n':1}"), new IndexOptions());
      List<JsonObject> all = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        all.add(new JsonObject().put("_id", i).put("n", -i).put("x", "x".repeat(30_000)));
      }
      documents.insert("c", all);
      List<Object> expected = IntStream.range(0, 300).mapToObj(i -> (Object) (299 - i)).toList();
      JsonObject byN = json("{'n':1}");
      assertEquals(expected, ids(documents.find("c", new JsonObject(), byN, 0, 0)));
      assertEquals(
          expected.subList(250, 260), ids(documents.find("c", new JsonObject(), byN, 250, 10)));
      assertEquals(100, documents.count("c", json("{'n':{'$gt':-100}}")));
      assertEquals(300, documents.removeAll("c", new JsonObject()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void rejectsInvalidCommandsAndStaysUsable(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      documents.insert("c", List.of(json("{'_id':'a'}")));
      for (String query : List.of("{'n':{'$in':5}}", "{'$or':7}", "{'n':{'$nope':1}}")) {
        assertThrows(RuntimeException.class, () -> documents.count("c", json(query)), query);
      }
      assertThrows(
          RuntimeException.class,
          () -> documents.update("c", json("{}"), json("{'$inc':{'_id':1}}"), false));
      documents.ping();
      assertEquals(1, documents.count("c", new JsonObject()));
    }
  }
}
