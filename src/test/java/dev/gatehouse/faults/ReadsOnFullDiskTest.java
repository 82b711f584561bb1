package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.SmallDisk;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Wavs;
import dev.gatehouse.node.Node;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads need no free space: no file has been read before, and the disk is filled completely. */
@Timeout(120)
class ReadsOnFullDiskTest {
  private static final String BARS = "/api/proxy/historical-data/SYMBOL";
  private static final String WHOLE = "/api/proxy/historical-data/WHOLE";
  private static final int MEGABYTES = 24;

  @TempDir Path folder;

  @Test
  void readsAllKindsOfData() throws Exception {
    try (SmallDisk disk = SmallDisk.at(folder.resolve("disk"), MEGABYTES);
        Node node = start(disk.folder().resolve("data"))) {
      var client = new Client(node.address());
      store(client);
      disk.fill();
      List<String> failed = new ArrayList<>();
      for (String path :
          List.of(
              "/audio/a.wav",
              BARS + "?format=json",
              BARS + "/csv",
              BARS + "/download",
              BARS + "/candles?per=64&page=1&limit=10",
              WHOLE + "/download",
              WHOLE + "/csv",
              WHOLE + "/candles?per=64&page=1&limit=10",
              "/api/proxy/bots/trading/logs",
              "/api/proxy/notifications",
              "/api/proxy/node/health")) {
        Client.Reply reply = owner(client, "GET", path).send();
        if (reply.status() != 200) {
          failed.add(path + " " + reply.status() + " " + reply.text());
        }
      }
      assertEquals(List.of(), failed);
    }
  }

  private static void store(Client client) {
    stored(owner(client, "POST", "/audio/upload").file("file", "a.wav", Wavs.tone(1_000)));
    for (String symbol : List.of(BARS, WHOLE)) {
      byte[] csv =
          "timeUtc,open,high,low,close\n2026-01-01T00:00:00Z,1,1,1,1\n"
              .getBytes(StandardCharsets.UTF_8);
      stored(owner(client, "PUT", symbol).body("text/csv", csv));
    }
    JsonObject bar =
        new JsonObject()
            .put("timeUtc", "2026-01-01T00:01:00Z")
            .put("open", 1)
            .put("high", 1)
            .put("low", 1)
            .put("close", 1);
    stored(
        owner(client, "POST", BARS + "/bars")
            .json(JsonObject.of("bars", new JsonArray().add(bar))));
    stored(
        owner(client, "POST", "/api/proxy/notify").json(JsonObject.of("title", "t", "body", "b")));
  }

  private static void stored(Client.Request request) {
    Client.Reply reply = request.send();
    assertTrue(reply.status() < 300, reply.text());
  }

  private static Client.Request owner(Client client, String method, String path) {
    return client.owner(method, path);
  }

  private static Node start(Path data) throws IOException {
    return TestSettings.start(
        data,
        "STORE_RESERVE",
        "0B",
        "ACCESS_API_KEY",
        TestNode.KEY,
        "ACCESS_PERMANENT_CODE",
        TestNode.CODE);
  }
}
