package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random commands have the same outcome in the store, also after it was reopened, as in a model.
 */
@Tag("slow")
class RandomOperationsTest {
  private static final int STEPS = 800;

  @TempDir Path folder;
  private RandomJson random;

  /** Returns a few fixed seeds and one that is new in each run. */
  static List<Long> seeds() {
    return List.of(1L, 7L, 112L, System.nanoTime());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWithModel(long seed) {
    random = new RandomJson(new Random(seed), true);
    run(seed, new Model(), STEPS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWithServer(long seed) {
    try (Way server = Way.Kind.SERVER.open(folder)) {
      random = new RandomJson(new Random(seed), false);
      run(seed, server.documents(), STEPS / 4);
    }
  }

  private void run(long seed, DocumentCommands expected, int steps) {
    EmbeddedStore store = EmbeddedStore.open(folder, false);
    IndexOptions unique = new IndexOptions().unique(true);
    try {
      store.documents().index("c", JsonObject.of("u", 1), unique);
      expected.index("c", JsonObject.of("u", 1), unique);
      for (int step = 0; step < steps; step++) {
        String where = "seed " + seed + ", step " + step;
        if (random.below(200) == 0) {
          store.close();
          store = EmbeddedStore.open(folder, false);
        }
        DocumentCommands documents = store.documents();
        Function<DocumentCommands, Object> command = command();
        assertEquals(outcome(expected, command), outcome(documents, command), where);
        JsonObject query = random.query();
        JsonObject sort = random.sort();
        int skip = random.below(3) == 0 ? random.below(20) : 0;
        int limit = random.below(3) == 0 ? 1 + random.below(20) : 0;
        assertEquals(
            texts(expected.find("c", query, sort, skip, limit)),
            texts(documents.find("c", query, sort, skip, limit)),
            () -> where + " " + query + " by " + sort);
        assertEquals(
            expected.count("c", query), documents.count("c", query), () -> where + " " + query);
      }
    } finally {
      store.close();
    }
    assertEquals(List.of(), EmbeddedStore.verify(folder).faults());
  }

  private static List<String> texts(List<JsonObject> documents) {
    return documents.stream().map(RandomOperationsTest::text).toList();
  }

  /** Times and numbers have one form, and the fields an order. */
  private static String text(JsonObject document) {
    JsonObject ordered = new JsonObject();
    document.fieldNames().stream()
        .sorted()
        .forEach(name -> ordered.put(name, document.getValue(name)));
    return ordered.encode().replace(".500Z", ".5Z").replace(".000Z", "Z").replace(":2.0", ":2");
  }

  /** Returns the outcome of a command: its result as text, or the kind of its failure. */
  private static String outcome(
      DocumentCommands documents, Function<DocumentCommands, Object> command) {
    try {
      return String.valueOf(command.apply(documents));
    } catch (DuplicateKeyException e) {
      return "duplicate";
    }
  }

  private Function<DocumentCommands, Object> command() {
    JsonObject byId = JsonObject.of("_id", random.id());
    JsonObject change = random.change();
    return switch (random.below(24)) {
      case 0 -> index(random.one(List.of("n", "s", "d", "b", "t", "o.k", "l.k")));
      case 1 -> documents -> documents.findOne("c", byId).map(RandomOperationsTest::text);
      case 2 -> {
        JsonObject query = random.query();
        yield documents -> documents.updateAll("c", query, RandomJson.change("$inc", "c", 1));
      }
      case 3 -> {
        String field = random.field();
        JsonObject query = JsonObject.of(field, random.value(field));
        yield documents -> documents.removeAll("c", query);
      }
      case 4, 5 -> documents -> documents.remove("c", byId).map(RandomOperationsTest::text);
      case 6, 7, 8, 9 ->
          documents -> documents.update("c", byId, change, false).map(RandomOperationsTest::text);
      case 10, 11 -> {
        JsonObject query = byId.copy().put("u", random.below(300));
        yield documents ->
            documents.update("c", query, change, true).map(RandomOperationsTest::text);
      }
      case 12 -> {
        JsonObject pushed =
            RandomJson.change(random.one(List.of("$push", "$pull")), "t", random.value("t"));
        JsonObject query = byId.copy().put("t", JsonObject.of("$ne", null));
        yield documents ->
            documents.update("c", query, pushed, false).map(RandomOperationsTest::text);
      }
      case 13 -> {
        JsonObject match = JsonObject.of("k", JsonObject.of("$gte", random.value("l.k")));
        JsonObject query = JsonObject.of("l", JsonObject.of("$elemMatch", match));
        yield documents -> documents.count("c", query);
      }
      case 14, 15 -> {
        JsonObject document = random.document();
        yield documents -> {
          documents.replace("c", document.copy());
          return "";
        };
      }
      default -> insert();
    };
  }

  private Function<DocumentCommands, Object> insert() {
    List<JsonObject> some = new ArrayList<>();
    for (int i = random.below(3); i >= 0; i--) {
      some.add(random.document());
    }
    return documents -> {
      documents.insert("c", some.stream().map(JsonObject::copy).toList());
      return "";
    };
  }

  private static Function<DocumentCommands, Object> index(String field) {
    return documents -> {
      documents.index("c", JsonObject.of(field, 1, "_id", 1), new IndexOptions());
      return "";
    };
  }
}
