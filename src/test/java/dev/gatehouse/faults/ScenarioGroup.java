package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import io.vertx.core.json.JsonObject;

/** Operations of some areas that change what is stored, and what they are written with. */
abstract class ScenarioGroup {
  static final Consumer<String> NOTHING = run -> {};
  static final Set<Integer> GONE = Set.of(404);
  static final Set<Integer> KNOWN = Set.of(409);
  static final Set<Integer> NONE = Set.of();

  final TestNode node;
  final ProxiedStore store;

  /** What the preparation of a run has made. */
  final Map<String, String> made = new HashMap<>();

  private final Runs runs;
  private final List<Scenario> all = new ArrayList<>();

  ScenarioGroup(Runs runs) {
    this.runs = runs;
    this.node = runs.node();
    this.store = runs.store();
  }

  /** Adds each by {@link #add}. */
  abstract void addAll();

  List<Scenario> all() {
    addAll();
    return all;
  }

  final void add(
      String name,
      Consumer<String> prepare,
      Function<String, Client.Reply> act,
      int status,
      Scenario.Counted counted) {
    all.add(new Scenario(name, prepare, act, status, counted));
  }

  /** Adds an operation that needs no preparation. */
  final void add(
      String name, Function<String, Client.Reply> act, int status, Scenario.Counted counted) {
    add(name, NOTHING, act, status, counted);
  }

  /** Returns a request of the owner with the same body in each run. */
  final Function<String, Client.Reply> sent(String method, String path, JsonObject body) {
    return run -> owner(run, method, path).json(body).send();
  }

  /** Returns the deletion of what the preparation has made. */
  final Function<String, Client.Reply> deleted(String path) {
    return run -> owner(run, "DELETE", path + made.get(run)).send();
  }

  /** Keeps a field of the reply as what was made. */
  final Consumer<String> made(Function<String, Client.Reply> act, String field) {
    return run -> made.put(run, prepared(act, run).json().getString(field));
  }

  final Scenario.Counted count(String collection, long effect, Set<Integer> tolerated) {
    return new Scenario.Counted(() -> store.count(collection), effect, tolerated);
  }

  /** Counts the documents with this field. */
  final Scenario.Counted count(String collection, JsonObject query, Set<Integer> tolerated) {
    return new Scenario.Counted(() -> store.count(collection, query), 1, tolerated);
  }

  /** Counts nothing: what is there is replaced by the same. */
  static Scenario.Counted nothing() {
    return new Scenario.Counted(() -> 0, 0, NONE);
  }

  final Client.Request visitor(String run, String method, String path) {
    return runs.visitor(run, method, path);
  }

  final String address(String run) {
    return runs.address(run);
  }

  final Client.Request owner(String run, String method, String path) {
    return runs.owner(run, method, path);
  }

  final Client.Reply manage(String operation, JsonObject body) {
    return Unchecked.get(() -> node.manage(operation, body));
  }

  static Consumer<String> before(Function<String, Client.Reply> act) {
    return run -> prepared(act, run);
  }

  /** Sends a request, again while the store of a busy machine is late. */
  private static Client.Reply prepared(Function<String, Client.Reply> act, String run) {
    Stream<Client.Reply> attempts = Stream.generate(() -> act.apply(run)).limit(5);
    return attempts.filter(reply -> reply.status() < 500).findFirst().orElseThrow();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static JsonObject json(String field, Object value) {
    return JsonObject.of(field, value);
  }

  static JsonObject json(String field, Object value, String other, Object second) {
    return JsonObject.of(field, value, other, second);
  }
}
