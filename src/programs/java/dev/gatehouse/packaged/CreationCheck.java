package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.histories.Models;
import dev.gatehouse.histories.Step;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Creations that are repeated with one idempotency key. */
final class CreationCheck extends HistoryCheck {
  static final String NAME = "creations";

  private static final String PRODUCTS = "/api/proxy/products";
  private static final int PAGE = 200;

  private final long seed;
  private final Set<String> names = ConcurrentHashMap.newKeySet();

  CreationCheck(Nodes nodes, History history, long seed) {
    super(NAME, nodes, history);
    this.seed = seed;
  }

  @Override
  void episode() {
    String name = "Creation " + newNumber();
    names.add(name);
    rivals(name, Models.idempotent(), "create", (rival, node) -> create(name, node));
  }

  private Optional<String> create(String name, int node) {
    Client.Reply reply =
        owner(node, "POST", PRODUCTS)
            .header("Idempotency-Key", "history-" + seed + '-' + name.replace(' ', '-'))
            .json(Shelf.goods(name, 1))
            .send();
    return reply.status() == 201 ? Optional.of(reply.json().getString("id")) : Optional.empty();
  }

  /** Compares the catalog with the replies, and deletes what was created. */
  @Override
  void close() {
    Map<String, Set<String>> found = new ConcurrentHashMap<>();
    long invoked = System.nanoTime();
    List<JsonObject> page;
    int skip = 0;
    do {
      page = page(skip);
      for (JsonObject product : page) {
        found
            .computeIfAbsent(product.getString("name"), name -> new TreeSet<>())
            .add(product.getString("id"));
      }
      skip += page.size();
    } while (page.size() == PAGE);
    for (String name : names) {
      Set<String> ids = found.getOrDefault(name, Set.of());
      String seen = ids.isEmpty() ? Models.NONE : String.join(" and ", ids);
      add(name, Models.idempotent(), Step.known("look", seen, invoked, System.nanoTime()));
      ids.forEach(id -> new Shelf(id).delete(this));
    }
  }

  private List<JsonObject> page(int skip) {
    String path = PRODUCTS + "?limit=" + PAGE + "&skip=" + skip;
    Client.Reply reply = reply(200, node -> client(node).request("GET", path));
    return new JsonArray(reply.text()).stream().map(JsonObject.class::cast).toList();
  }
}
