package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.histories.Model;
import dev.gatehouse.histories.Models;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** API keys, before and after their revocation. */
final class KeyCheck extends HistoryCheck {
  static final String NAME = "keys";

  private static final String OK = "ok";
  private static final int USES = 12;
  private static final int ADDRESSES = 200;
  private static final int MAX_LIFE = 400;

  KeyCheck(Nodes nodes, History history) {
    super(NAME, nodes, history);
  }

  @Override
  void episode() {
    int number = newNumber();
    String name = "history-" + number;
    Model<String> model = Models.credential();
    var secret = new AtomicReference<String>();
    step(name, model, "add", any(), node -> made(name, node, secret));
    if (secret.get() == null) {
      pause(200);
      return;
    }
    Thread revoking =
        Thread.ofVirtual()
            .start(() -> {
              pause(ThreadLocalRandom.current().nextInt(MAX_LIFE));
              step(name, model, "revoke", any(), node -> revoked(name, node));
            });
    for (int i = 0; i < USES; i++) {
      String network = "198.18." + number % ADDRESSES + '.';
      step(name, model, "use", any(), node -> used(secret.get(), network + node, node));
      pause(100);
    }
    join(revoking);
  }

  private Optional<String> made(String name, int node, AtomicReference<String> secret) {
    JsonObject wanted =
        new JsonObject().put("name", name).put("scopes", new JsonArray().add("products"));
    Client.Reply made = call(node, "access.addKey", wanted).send();
    if (made.status() != 201) {
      return Optional.empty();
    }
    secret.set(made.json().getString("key"));
    return Optional.of(OK);
  }

  private Optional<String> revoked(String name, int node) {
    JsonObject revoked = new JsonObject().put("name", name);
    boolean done = call(node, "access.revokeKey", revoked).send().status() == 200;
    return done ? Optional.of(OK) : Optional.empty();
  }

  private Optional<String> used(String secret, String address, int node) {
    Client.Reply reply =
        client(node).request("GET", "/api/proxy/products?limit=1").from(address).key(secret).send();
    return switch (reply.status()) {
      case 200 -> Optional.of(Models.ACCEPTED);
      case 401, 403 -> Optional.of(Models.REFUSED);
      default -> Optional.empty();
    };
  }
}
