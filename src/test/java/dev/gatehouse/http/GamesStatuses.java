package dev.gatehouse.http;

import static dev.gatehouse.http.EveryStatusTest.expect;
import static dev.gatehouse.http.EveryStatusTest.owner;
import static dev.gatehouse.http.EveryStatusTest.tooLarge;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.areas.games.SaveForms;
import java.util.List;

/** The statuses of the block game's operations. */
final class GamesStatuses {
  private static final byte[] WORLD = SaveForms.world(1, 1_000);
  private static final String UNKNOWN = "0123456789abcdef01234567";
  private static final String SAVES = "/games/blockgame/saves";

  private GamesStatuses() {}

  static void provoke() {
    String save = "games.uploadSave";
    Client.Reply stored = expect(save, 201, upload("Survival", WORLD));
    expect(save, 415, upload("Survival", new byte[1]));
    tooLarge(save, "POST " + SaveForms.PATH, "multipart/form-data; boundary=b", 5_000_000_000L);
    String id = stored.json().getString("_id");
    String path = SaveForms.PATH + '/' + id;
    expect("games.downloadSave", 206, owner("GET", path).header("Range", "bytes=0-9"));
    expect("games.downloadSave", 416, owner("GET", path).header("Range", "bytes=9999-"));
    expect("games.downloadSave", 404, owner("GET", SaveForms.PATH + '/' + UNKNOWN));
    expect("games.listSaves", 200, owner("GET", SAVES));
    expect("games.lockSave", 200, owner("PUT", lock(id)));
    expect("games.lockSave", 404, owner("PUT", lock(UNKNOWN)));
    expect("games.deleteSave", 409, owner("DELETE", path));
    expect("games.unlockSave", 200, owner("DELETE", lock(id)));
    expect("games.unlockSave", 404, owner("DELETE", lock(UNKNOWN)));
    expect("games.deleteSave", 200, owner("DELETE", path));
    expect("games.deleteSave", 404, owner("DELETE", path));
    expect("games.keepSaves", 200, owner("DELETE", SaveForms.PATH + "/keep/1"));
    expect("games.deleteOldSaves", 200, owner("DELETE", SaveForms.PATH + "/older-than/1d"));
    expect("games.audit", 200, owner("GET", "/games/blockgame/audit"));
    // PlayersTest covers the rest, because its node has a game server.
    for (String list : List.of("operators", "whitelist")) {
      Client.Reply none = expect("games." + list, 503, owner("GET", "/games/blockgame/" + list));
      assertEquals("blockgame is not configured: set GATEHOUSE_BLOCKGAME_SERVER_DIR", none.error());
    }
  }

  private static String lock(String id) {
    return SAVES + '/' + id + "/lock";
  }

  private static Client.Request upload(String serverName, byte[] bytes) {
    return SaveForms.upload(owner("POST", SaveForms.PATH), serverName, "world.zip", bytes);
  }
}
