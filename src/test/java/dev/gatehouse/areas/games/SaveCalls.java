package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;

/** Requests for world saves. Each test begins without any. */
abstract class SaveCalls {
  static final String SAVE = SaveForms.PATH + "/";
  static final String SAVES = "/games/blockgame/saves";

  abstract TestNode node();

  @BeforeEach
  void none() {
    saves(SAVES + "?limit=100")
        .forEach(save -> {
          owner("DELETE", SAVES + "/" + save.getString("_id") + "/lock").send();
          owner("DELETE", SAVE + save.getString("_id")).expect(200);
        });
  }

  /** Uses a distinct millisecond, so that the order is known. */
  final String stored(int seed) {
    node().clock.advance(Duration.ofMillis(2));
    Client.Reply stored = upload("Survival", seed + ".zip", SaveForms.world(seed, 100));
    return stored.expect(201).json().getString("_id");
  }

  final Client.Reply upload(String serverName, String filename, byte[] bytes) {
    return SaveForms.upload(owner("POST", SaveForms.PATH), serverName, filename, bytes).send();
  }

  final Client.Request owner(String method, String path) {
    return node().client().owner(method, path);
  }

  final List<String> ids(String path) {
    return owner("GET", path).expect(200).texts("saves", "_id");
  }

  final List<JsonObject> saves(String path) {
    return list(path, "saves");
  }

  final List<JsonObject> list(String path, String field) {
    return owner("GET", path).expect(200).list(field);
  }
}
