package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random operations and queries, across reopenings, compared with {@link Model}. */
@Tag("slow")
class RandomOperationsTest {
  private static final int STEPS = 450;
  private static final JsonObject ANY = new JsonObject();
  private static final Map<String, JsonObject> PLAIN = new LinkedHashMap<>();

  static {
    PLAIN.put("a", new JsonObject("{\"a\":1}"));
    PLAIN.put("a-b", new JsonObject("{\"a\":-1,\"b\":1}"));
    PLAIN.put("b-a-c", new JsonObject("{\"b\":1,\"a\":1,\"c\":-1}"));
    PLAIN.put("t", new JsonObject("{\"t\":1}"));
    PLAIN.put("a-t", new JsonObject("{\"a\":1,\"t\":-1}"));
    PLAIN.put("s", new JsonObject("{\"s.k\":-1,\"n\":1}"));
    PLAIN.put("n-sparse", new JsonObject("{\"n\":1}"));
  }

  @TempDir Path directory;
  private TestStore store;
  private final Model model = new Model();
  private final TreeSet<String> indexes = new TreeSet<>();
  private RandomJson random;

  /** Returns a few fixed seeds and one that is new in each run. */
  static List<Long> seeds() {
    return List.of(1L, 112L, System.nanoTime());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWithTheModel(long seed) {
    random = new RandomJson(new Random(seed));
    int step = 0;
    try (TestStore opened = new TestStore(directory, false)) {
      store = opened;
      for (; step < STEPS; step++) {
        change();
        compare(random.query());
        compare(random.query());
      }
      compare(ANY);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ", step " + step + ", indexes " + indexes, e);
    }
    assertEquals(List.of(), IndexAudit.of(directory), () -> "seed " + seed);
  }

  private DocumentCommands documents() {
    return store.documents();
  }

  private void change() {
    JsonObject byId = new JsonObject().put("_id", random.id());
    switch (random.below(40)) {
      case 0 -> store.reopen();
      case 1 -> createUnique("u", "u", ANY);
      case 2 -> createUnique("p", "p", new JsonObject("{\"c\":{\"$gte\":3}}"));
      case 17 -> createUnique("t-unique", "t", new JsonObject("{\"c\":{\"$gte\":4}}"));
      case 3, 4, 5 -> createPlain(random.one(List.copyOf(PLAIN.keySet())));
      case 6 -> {
        if (random.below(5) == 0) {
          deleteMany(ANY);
        }
      }
      case 7, 8 -> updateMany(random.query(), json("{'$inc':{'n':1},'$set':{'b':3}}"));
      case 9 -> deleteMany(new JsonObject().put(random.field(), random.value()));
      case 10, 11 -> upsert(byId);
      // The library treats null as an empty array here, MongoDB rejects it.
      case 12, 13 -> updateOne(byId.put("t", json("{'$ne':null}")), pushOrPull());
      case 14, 15 -> updateOne(byId, set(random.one(List.of("a", "b", "c", "t", "p"))));
      case 16 ->
          updateOne(byId, json("{'$unset':{'" + random.one(List.of("a", "t", "s")) + "':1}}"));
      default -> insert(random.document());
    }
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private JsonObject set(String field) {
    Object value = field.equals("p") ? (Object) random.below(60) : random.value();
    return new JsonObject().put("$set", new JsonObject().put(field, value));
  }

  private JsonObject pushOrPull() {
    String operator = random.one(List.of("$push", "$pull"));
    return new JsonObject().put(operator, new JsonObject().put("t", random.below(8) - 2));
  }

  private void insert(JsonObject document) {
    both(() -> documents().insert("c", List.of(document.copy())), () -> model.insert(document));
  }

  private void updateOne(JsonObject query, JsonObject change) {
    both(
        () -> documents().update("c", query, change, false),
        () -> model.update(query, ANY, change, false));
  }

  private void updateMany(JsonObject query, JsonObject change) {
    long matched = documents().updateAll("c", query, change);
    assertEquals(model.update(query, ANY, change, true), matched, () -> "updated by " + query);
  }

  private void upsert(JsonObject byId) {
    JsonObject query = byId.copy().put("a", random.below(4));
    JsonObject change = json("{'$set':{'c':9}}");
    both(
        () -> documents().update("c", query, change, true),
        () -> {
          if (model.update(query, ANY, change, false) == 0) {
            model.insert(Model.apply(query, change));
          }
        });
  }

  private void deleteMany(JsonObject query) {
    long removed = documents().removeAll("c", query);
    assertEquals(model.delete(query), removed, () -> "deleted by " + query);
  }

  private void createPlain(String name) {
    IndexOptions options = new IndexOptions().name(name).sparse(name.endsWith("sparse"));
    documents().index("c", PLAIN.get(name), options);
    indexes.add(name);
  }

  private void createUnique(String name, String field, JsonObject filter) {
    IndexOptions options = new IndexOptions().name(name).unique(true);
    if (!filter.isEmpty()) {
      options.partialFilterExpression(filter);
    }
    boolean made =
        both(
            () -> documents().index("c", new JsonObject().put(field, 1), options),
            () -> model.addUnique(name, new Model.Unique(List.of(field), filter)));
    if (made) {
      indexes.add(name);
    }
  }

  /** Runs both. Either both succeed, or both are rejected for the same reason. */
  private static boolean both(Runnable onStore, Runnable onModel) {
    Model.Refused expected = null;
    try {
      onModel.run();
    } catch (Model.Refused e) {
      expected = e;
    }
    try {
      onStore.run();
    } catch (DuplicateKeyException | DocumentStoreException e) {
      if (expected == null || expected.duplicate != e instanceof DuplicateKeyException) {
        throw e;
      }
      return false;
    }
    if (expected != null) {
      fail("the store took what is refused as " + expected.getMessage());
    }
    return true;
  }

  private void compare(JsonObject query) {
    JsonObject sort = random.sort();
    int skip = random.below(3) == 0 ? random.below(20) : 0;
    int limit = random.below(3) == 0 ? 1 + random.below(20) : 0;
    // Ties may appear in any order, so a page is compared under a sort without ties.
    JsonObject total = skip > 0 || limit > 0 ? sort.copy().put("_id", 1) : sort;
    List<JsonObject> found = documents().find("c", query, total, skip, limit);
    List<JsonObject> all = model.find(query, total);
    List<JsonObject> expected =
        all.stream().skip(skip).limit(limit > 0 ? limit : Long.MAX_VALUE).toList();
    assertEquals(sameTies(expected), sameTies(found), () -> "find " + query + " by " + total);
    Comparator<JsonObject> order = ModelOrder.by(total);
    for (int i = 1; i < found.size(); i++) {
      if (order.compare(found.get(i - 1), found.get(i)) > 0) {
        fail("out of order: " + found.get(i - 1) + found.get(i) + " for " + query + total);
      }
    }
    assertEquals(all.size(), documents().count("c", query), () -> "count " + query);
  }

  private static List<JsonObject> sameTies(List<JsonObject> documents) {
    return documents.stream().sorted(Comparator.comparing(d -> d.getString("_id"))).toList();
  }
}
