package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same random commands have the same outcomes on a server and in process. */
class RandomWaysTest {
  private static final int STEPS = 250;
  private static final JsonObject TOTAL = new JsonObject().put("_id", 1);

  @TempDir Path folder;
  private RandomJson random;

  /** Returns a fixed seed and one that is new in each run. */
  static List<Long> seeds() {
    return List.of(7L, System.nanoTime());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void returnsSameOutcomeOnServerAndInProcess(long seed) {
    random = new RandomJson(new Random(seed));
    try (Way wire = Way.Kind.WIRE.open(folder.resolve("wire"));
        Way process = Way.Kind.IN_PROCESS.open(folder.resolve("process"))) {
      for (int step = 0; step < STEPS; step++) {
        Function<DocumentCommands, Object> command = command();
        String where = "seed " + seed + ", step " + step;
        assertEquals(outcome(wire, command), outcome(process, command), where);
        JsonObject query = random.query();
        JsonObject sort = sort();
        int skip = random.below(10);
        int limit = random.below(3) == 0 ? 0 : 1 + random.below(20);
        Function<DocumentCommands, Object> page =
            documents -> documents.find("c", query, sort, skip, limit);
        assertEquals(
            outcome(wire, page), outcome(process, page), () -> where + " " + query + " by " + sort);
        Function<DocumentCommands, Object> count = documents -> documents.count("c", query);
        assertEquals(outcome(wire, count), outcome(process, count), () -> where + " " + query);
      }
    }
  }

  /** The server of the tests sorts arrays and values of different types in its own order. */
  private JsonObject sort() {
    JsonObject sort = new JsonObject();
    return sort.put(random.one(List.of("n", "u")), random.one(List.of(1, -1))).mergeIn(TOTAL);
  }

  /** Returns the outcome of a command: its result as text, or the kind of its failure. */
  private static String outcome(Way way, Function<DocumentCommands, Object> command) {
    try {
      return String.valueOf(command.apply(way.documents()));
    } catch (DuplicateKeyException e) {
      return "duplicate";
    } catch (RuntimeException e) {
      return "refused";
    }
  }

  private Function<DocumentCommands, Object> command() {
    JsonObject byId = new JsonObject().put("_id", random.id());
    JsonObject set = change("$set", random.one(List.of("a", "b", "c", "t")), random.value());
    return switch (random.below(20)) {
      case 0 -> index("a", new IndexOptions());
      case 1 -> index("u", new IndexOptions().unique(true));
      case 2 -> index("t", new IndexOptions().sparse(true));
      case 3 -> {
        JsonObject query = random.query();
        yield documents -> documents.updateAll("c", query, change("$inc", "n", 1));
      }
      case 4 -> {
        JsonObject query = new JsonObject().put(random.field(), random.value());
        yield documents -> documents.removeAll("c", query);
      }
      case 5, 6 -> documents -> documents.remove("c", byId);
      case 7, 8, 9 -> documents -> documents.update("c", byId, set, false);
      case 10, 11 -> documents -> documents.update("c", byId, set, true);
      case 12, 13 -> {
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
    int more = random.below(3);
    for (int i = 0; i <= more; i++) {
      some.add(random.document());
    }
    return documents -> {
      documents.insert("c", some.stream().map(JsonObject::copy).toList());
      return "";
    };
  }

  private static Function<DocumentCommands, Object> index(String field, IndexOptions options) {
    return documents -> {
      documents.index("c", new JsonObject().put(field, 1), options.name(field));
      return "";
    };
  }

  private static JsonObject change(String operator, String field, Object operand) {
    return new JsonObject().put(operator, new JsonObject().put(field, operand));
  }
}
