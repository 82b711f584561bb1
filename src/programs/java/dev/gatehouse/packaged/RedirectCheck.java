package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.histories.Models;
import dev.gatehouse.histories.RedirectModel;
import io.vertx.core.json.JsonObject;

/**
 * Short URLs: one client gets a key, and a request is redirected to the client's URL until it is
 * deleted.
 */
final class RedirectCheck extends HistoryCheck {
  static final String NAME = "redirects";

  private static final String LOOK = "look";

  private final long seed;
  private final List<String> keys = new CopyOnWriteArrayList<>();

  RedirectCheck(Nodes nodes, History history, long seed) {
    super(NAME, nodes, history);
    this.seed = seed;
  }

  @Override
  void episode() {
    String key = "h" + seed % 1_000_000 + '-' + newNumber();
    keys.add(key);
    rivals(
        key,
        new RedirectModel(),
        "create https://example.org/#",
        (rival, node) -> create(key, rival, node));
    look(key);
    if (ThreadLocalRandom.current().nextBoolean()) {
      rivals(key, new RedirectModel(), "delete", (rival, node) -> delete(key, node));
      look(key);
    }
  }

  private Optional<String> create(String key, int rival, int node) {
    JsonObject wanted = new JsonObject().put("key", key).put("url", "https://example.org/" + rival);
    return taken(owner(node, "POST", "/api/proxy/redirects").json(wanted).send());
  }

  private Optional<String> delete(String key, int node) {
    Client.Reply reply = owner(node, "DELETE", "/api/proxy/redirects/" + key).send();
    return reply.status() == 404 ? Optional.of(Models.REFUSED) : taken(reply);
  }

  private void look(String key) {
    step(key, new RedirectModel(), LOOK, any(), node -> target(key, node));
  }

  private Optional<String> target(String key, int node) {
    Client.Reply reply = client(node).get("/r/" + key);
    return switch (reply.status()) {
      case 302 -> Optional.of(reply.header("Location"));
      case 404 -> Optional.of(Models.NONE);
      default -> Optional.empty();
    };
  }

  @Override
  void close() {
    keys.forEach(key -> read(key, new RedirectModel(), LOOK, node -> target(key, node)));
  }
}
