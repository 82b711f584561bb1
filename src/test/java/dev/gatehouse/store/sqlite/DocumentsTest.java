package dev.gatehouse.store.sqlite;

import static dev.gatehouse.Samples.json;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The operations that collections use, with the same results on a server and in this process. */
class DocumentsTest {
  private static final JsonObject ANY = new JsonObject();

  @TempDir Path folder;

  private static List<Object> ids(DocumentCommands documents, String query) {
    return documents.find("c", json(query), json("{'_id':1}"), 0, 0).stream()
        .map(each -> each.getValue("_id"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void returnsValuesUnchanged(Way.Kind kind) {
    JsonObject document =
        json("{'_id':'a','at':{'$date':'2024-03-10T06:59:59.12Z'},'whole':7,'real':7.0}")
            .put("long", 9_007_199_254_740_993L)
            .put("small", 2.5e-300)
            .put("none", null)
            .put("text", "{\"$date\": [\u0000\u0001 \ud83d\ude00 'é")
            .put("list", new JsonArray().add(1).add(json("{'x':[true,null,'[']}")))
            .put("id", json("{'$oid':'0123456789abcdef01234567'}"))
            .put("bytes", new JsonObject().put("$binary", new byte[] {1, -2}))
            .put("empty", new JsonObject());
    try (Way way = kind.open(folder)) {
      way.documents().insert("c", List.of(document.copy()));
      JsonObject found = way.documents().findOne("c", json("{'_id':'a'}")).orElseThrow();
      assertEquals(
          Bson.instant("2024-03-10T06:59:59.120Z"),
          Bson.instant(found.getJsonObject("at").getString("$date")));
      byte[] bytes = (byte[]) found.getJsonObject("bytes").getMap().get("$binary");
      assertArrayEquals(new byte[] {1, -2}, bytes);
      for (String field :
          List.of("whole", "real", "long", "small", "none", "text", "list", "id", "empty")) {
        assertEquals(document.getValue(field), found.getValue(field), field);
      }
      assertEquals(Integer.class, found.getValue("whole").getClass());
      assertEquals(Double.class, found.getValue("real").getClass());
      assertEquals(Long.class, found.getValue("long").getClass());
      assertEquals(Optional.empty(), way.documents().findOne("other", ANY));
    }
  }

  @Test
  void keepsAllDigitsOfDecimals() {
    try (Way way = Way.Kind.EMBEDDED.open(folder)) {
      DocumentCommands documents = way.documents();
      for (String digits :
          List.of("19.90", "0.1", "123456789012345678901234567890.12345", "1E+40", "-7")) {
        documents.replace("c", json("{'_id':1}").put("n", new BigDecimal(digits)));
        Object found = documents.findOne("c", ANY).orElseThrow().getValue("n");
        assertEquals(digits, new BigDecimal(found.toString()).toString());
        assertEquals(1, documents.count("c", json("{}").put("n", new BigDecimal(digits))), digits);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsInsertsBeforeDuplicate(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      List<JsonObject> some =
          List.of(json("{'_id':1}"), json("{'_id':2}"), json("{'_id':1}"), json("{'_id':3}"));
      assertThrows(DuplicateKeyException.class, () -> way.documents().insert("c", some));
      assertEquals(List.of(1, 2), ids(way.documents(), "{}"));
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
      assertEquals(0, documents.count("c", ANY));
    }
  }

  @ParameterizedTest
  @EnumSource
  void enforcesUniqueIndex(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      IndexOptions unique = new IndexOptions().unique(true);
      for (int i = 0; i < 2; i++) {
        documents.index("c", json("{'user':1}"), unique);
        documents.index("c", json("{'place':1}"), new IndexOptions().unique(true).sparse(true));
      }
      documents.insert("c", List.of(json("{'_id':1,'user':'u','place':'p'}"), json("{'_id':2}")));
      isTaken(() -> documents.insert("c", List.of(json("{'_id':3}"))));
      documents.insert("c", List.of(json("{'_id':3,'user':'v'}"), json("{'_id':4,'user':'w'}")));
      JsonObject taken = json("{'$set':{'place':'p'}}");
      isTaken(() -> documents.update("c", json("{'_id':3}"), taken, false));
      isTaken(() -> documents.replace("c", json("{'_id':5,'user':'u'}")));
      isTaken(() -> documents.index("d", json("{'x':1}"), duplicated(documents)));
      assertEquals(4, documents.count("c", ANY));
    }
  }

  private static void isTaken(Executable change) {
    assertThrows(DuplicateKeyException.class, change);
  }

  /** Adds two documents that the index would not allow. */
  private static IndexOptions duplicated(DocumentCommands documents) {
    documents.insert("d", List.of(json("{'x':1}"), json("{'x':1}")));
    return new IndexOptions().unique(true);
  }

  /** The documents before were no lists, and the index was of their single values. */
  @ParameterizedTest
  @EnumSource
  void findsElementsOfFieldThatBecomesList(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      documents.index("c", json("{'tags':1,'n':1}"), new IndexOptions());
      documents.index("c", json("{'parts.id':1}"), new IndexOptions());
      documents.insert("c", List.of(json("{'_id':1,'tags':'a','parts':{'id':'x'}}")));
      assertEquals(List.of(1), ids(documents, "{'tags':'a'}"));
      documents.insert(
          "c", List.of(json("{'_id':2,'tags':['b','a'],'parts':[{'id':'x'},{'id':'y'},{}]}")));
      documents.insert("c", List.of(json("{'_id':3,'tags':[],'parts':[]}"), json("{'_id':4}")));
      assertEquals(List.of(1, 2), ids(documents, "{'tags':'a'}"));
      assertEquals(List.of(2), ids(documents, "{'parts.id':'y'}"));
      assertEquals(List.of(1, 2), ids(documents, "{'tags':{'$gt':''}}"));
      assertEquals(List.of(3, 4), ids(documents, "{'tags':{'$ne':'a'}}"));
      assertEquals(List.of(2), ids(documents, "{'parts':{'$elemMatch':{'id':'x'}}}"));
      documents.update(
          "c", json("{'_id':2}"), json("{'$pull':{'tags':'a','parts':{'id':'y'}}}"), false);
      assertEquals(List.of(1), ids(documents, "{'tags':'a'}"));
      assertEquals(List.of(), ids(documents, "{'parts.id':'y'}"));
      documents.removeAll("c", json("{'tags':'b'}"));
      assertEquals(List.of(), ids(documents, "{'parts.id':'y'}"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsPages(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      documents.index("c", json("{'n':1}"), new IndexOptions());
      documents.insert("c", numbered(1_200));
      JsonObject down = json("{'n':-1}");
      List<Integer> page =
          documents.find("c", ANY, down, 700, 10).stream()
              .map(each -> each.getInteger("n"))
              .toList();
      assertEquals(IntStream.iterate(499, n -> n - 1).limit(10).boxed().toList(), page);
      assertEquals(1_200, documents.find("c", ANY, ANY, 0, 0).size());
      assertEquals(100, documents.count("c", json("{'n':{'$lt':100}}")));
      assertEquals(1_100, documents.removeAll("c", json("{'n':{'$gte':100}}")));
    }
  }

  private static List<JsonObject> numbered(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> json("{'_id':" + i + ",'n':" + i + "}"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void rejectsInvalidCommandsAndStaysUsable(Way.Kind kind) {
    try (Way way = kind.open(folder)) {
      DocumentCommands documents = way.documents();
      documents.insert("c", List.of(json("{'_id':'a','text':'t'}")));
      for (String query : List.of("{'n':{'$in':5}}", "{'$or':7}", "{'n':{'$nope':1}}")) {
        assertThrows(RuntimeException.class, () -> documents.count("c", json(query)), query);
      }
      JsonObject more = json("{'$inc':{'text':1}}");
      assertThrows(RuntimeException.class, () -> documents.update("c", ANY, more, false));
      documents.ping();
      assertEquals(1, documents.count("c", json("{'text':'t'}")));
    }
  }

  @Test
  void servesOthersDuringLongDeletion() throws Exception {
    try (Way way = Way.Kind.EMBEDDED.open(folder);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      DocumentCommands documents = way.documents();
      documents.insert("c", numbered(50_000));
      Future<Long> deletion =
          threads.submit(() -> documents.removeAll("c", json("{'n':{'$gte':0}}")));
      int between = 0;
      while (!deletion.isDone()) {
        documents.insert("other", List.of(new JsonObject()));
        between++;
      }
      assertEquals(50_000, deletion.get());
      assertTrue(between > 1, between + " inserts");
    }
  }

  @Test
  void refusesNamesThatDifferOnlyInCase() {
    try (Way way = Way.Kind.EMBEDDED.open(folder)) {
      way.documents().insert("Things", List.of(new JsonObject()));
      for (String name : List.of("things", "sqlite_x", "_lists", "")) {
        assertThrows(
            IllegalArgumentException.class,
            () -> way.documents().insert(name, List.of(new JsonObject())),
            name);
      }
    }
  }
}
